import { expectAccessible } from './accessibility'
import { demoSession, expect, signIn, test } from './fixtures'
import { holdRequests } from './hold-requests'
import { playLimitStory, playSupportStory } from './play-stories'
import { originOf } from './servers'

// These tests reset the demo's workspaces, so they run one after the other, and no other test may
// use this server.
test.describe.configure({ mode: 'serial' })
test.use({ baseURL: originOf('demo') })
// Those that are repeated find what they left when they failed.
test.beforeAll(async ({ request }) => {
  const { token } = await demoSession(request)
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.post('/api/demo/reset', { headers })).ok()).toBe(true)
})

test('an operator of the demo opens the workspace that they chose', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('combobox', { name: 'Workspace' })).toContainText('Larkfield')
  await page.getByRole('button', { name: 'Sign in as operator' }).click()
  const workspace = page.getByRole('button', { name: /^Workspace:/ })
  await expect(workspace).toContainText('Larkfield Production')
})

test('a visitor plays the demo from limit to webhook and e-mail, and resets it @long', async ({
  page,
  request,
}) => {
  const { token, workspaceId } = await demoSession(request)
  const lists = '**/api/{demo/emails,demo/received,alerts}*'
  await page.route(lists, (route) => route.fulfill({ status: 500 }))
  await signIn(page, token, workspaceId, '/demo')
  await expect(page.getByText(/^The .+ can’t be loaded\.$/)).toHaveCount(3)
  await page.unroute(lists)
  await expect(page.getByRole('button', { name: 'Set it to 120' })).toBeDisabled()
  await page.getByRole('button', { name: 'Set it to 5' }).click()
  await expect(page.getByRole('button', { name: 'Set to 5' })).toBeDisabled()

  await page.getByRole('button', { name: 'Send traffic' }).click()
  await expect(page.getByText(/429: The limit 'API requests per second'/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Watch the usage' })).toContainText('critical')
  // The seeded data of the present minute can have more than the lowered limit.
  await expect(page.getByRole('region', { name: 'Watch the usage' })).toContainText(/\d of 5/)
  await expect(page.getByLabel('2 active')).toBeVisible()
  await expect(page.getByRole('log', { name: 'Received webhooks' })).toContainText('alert.created')
  const email = page.getByRole('log', { name: 'Outbox' }).getByRole('group').first()
  await expect(email).toContainText('critical: API requests per second')
  await email.getByText('critical: API requests per second').click()
  await expect(email.getByText('Workspace: Larkfield Production')).toBeVisible()
  await expect(email.getByText('To: oncall@larkfield.example')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send traffic' })).toBeEnabled()
  await expectAccessible(page)

  const limit = page.getByRole('region', { name: 'Lower a limit' })
  await page.getByRole('button', { name: 'Set it to 120' }).click()
  await expect(limit).toContainText('120 in effect')
  await expect(page.getByRole('button', { name: 'Set it to 120' })).toBeDisabled()
  await page.getByRole('button', { name: 'Set it to 5' }).click()
  await expect(limit).toContainText('5 in effect')

  await page.getByRole('button', { name: 'Reset demo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the demo?' })
  const letGo = await holdRequests(page, '**/demo/reset')
  await dialog.getByRole('button', { name: 'Reset demo' }).click()
  await expect(dialog.getByRole('status')).toContainText('Resetting every workspace')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await letGo()
  await expect(page.getByText('Demo reset', { exact: true })).toBeVisible({ timeout: 45_000 })
  await expect(limit).toContainText('120 in effect')
  await expect(page.getByText('No webhooks received yet.')).toBeVisible()
  await expect(page.getByText('No e-mails yet.')).toBeVisible()
  await expect(page.getByLabel('1 active')).toBeVisible()
})

test('a limit is put back only if it was lowered', async ({ page, open }) => {
  await open('/demo')
  const putBack = page.getByRole('button', { name: 'Set it to 120' })
  await expect(putBack).toBeDisabled()
  await page.getByRole('button', { name: 'Set it to 5' }).click()
  await putBack.click()
  await expect(putBack).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Lower a limit' })).toContainText('120 in effect')
})

test('traffic that does not reach the server is not called refused by a limit', async ({
  page,
  context,
  request,
}) => {
  const { token, workspaceId } = await demoSession(request)
  await signIn(page, token, workspaceId, '/demo')
  const traffic = page.getByRole('region', { name: 'Send traffic' })
  await expect(traffic).toBeVisible()
  await context.setOffline(true)
  await traffic.getByRole('button', { name: 'Send traffic' }).click()
  await expect(traffic.getByRole('alert')).toContainText('Can’t reach the server')
  await expect(traffic.getByRole('button', { name: 'Send traffic' })).toBeEnabled()
  await expect(traffic).not.toContainText('429')
  await expect(traffic).toContainText('0 requests refused')
})

test('recovering deliveries says first how many are sent again @long', async ({
  page,
  request,
}) => {
  const { token, workspaceId } = await demoSession(request)
  await signIn(page, token, workspaceId, '/deliveries?status=failed')
  const rows = page.getByRole('grid', { name: 'Deliveries' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const failed = (await rows.count()) - 1

  const choose = async (span: string) => {
    await page.getByRole('button', { name: 'Retry failed…' }).click()
    await page.getByRole('menuitem', { name: span }).click()
  }
  await choose('the last hour')
  await expect(page.getByText('No missed deliveries in that time')).toBeVisible()
  await choose('the last 30 days')
  const dialog = page.getByRole('dialog', { name: `Retry ${failed} deliveries?` })
  await expect(dialog).toContainText('sent again to the current address with the same IDs')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(failed + 1)

  await choose('the last 30 days')
  await dialog.getByRole('button', { name: `Retry ${failed} deliveries` }).click()
  await expect(page.getByText(`Retrying ${failed} deliveries`)).toBeVisible()
  // All are delivered: the list of failed ones is empty.
  await expect(rows).toHaveCount(0)
})

test('a presenter plays both stories, each step performed on the page @long', async ({ page }) => {
  await page.goto('/sign-in')
  await expectAccessible(page)
  await playLimitStory(page)
  await playSupportStory(page)
})

test('a presenter who leaves the story during a reset does not see it again @long', async ({
  page,
}) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'A limit that protects' }).click()
  const presenter = page.getByRole('region', { name: 'Presenter' })
  const letGo = await holdRequests(page, '**/demo/reset')
  await presenter.getByRole('button', { name: 'Reset demo' }).click()
  await expect(presenter).toContainText('Resetting every workspace')
  await presenter.getByRole('button', { name: 'Leave the story' }).click()
  await letGo()
  await expect(page.getByText('Demo reset', { exact: true })).toBeVisible({ timeout: 45_000 })
  await expect(presenter).toBeHidden()
})

test('the ticket’s story can be played on a phone, where its dialogs fill the page @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in as admin' }).click()
  await expect(page.getByRole('region', { name: 'Now', exact: true })).toBeVisible()
  await playSupportStory(page)
})
