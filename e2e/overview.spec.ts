import { alertTypeNames } from '@/contract/alerts'
import { expectAccessible } from './accessibility'
import { expect, openDemo, test } from './fixtures'
import { holdRequests } from './hold-requests'

test('the overview links to limits, failing delivery, sign-in and latest changes @long', async ({
  page,
  open,
  api,
  workspace,
  admin,
}) => {
  const alertTypes = Object.fromEntries(
    alertTypeNames.map((name) => [
      name,
      { internal: true, email: { enabled: true }, webhook: { enabled: true } },
    ]),
  )
  await admin.update(workspace.id, { alertDeliverySettings: { alertTypes } })
  await admin.update(workspace.id, {
    limits: { apiRequestsPerTenantPerSecond: { unit: 'number', value: 33 } },
  })
  await api.send('PUT', `/org-workspaces/${workspace.id}/operator-limits`, {
    operatorLimits: { parallelFlowRuns: { unit: 'number', value: 7 } },
  })

  await open('')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(card('Now')).toContainText('All clear: no active alerts')
  await expect(card('Last 7 days')).toContainText(
    /\d accepted\s*0 refusals by limits\s*0 alerts raised/,
  )
  await expect(card('Last 7 days').getByRole('listitem')).toHaveCount(7)
  await expect(card('Last 7 days').getByRole('listitem').last()).toContainText(
    /: \d+ requests? accepted, 0 refusals by limits/,
  )
  await expect(card('Operator limits')).toContainText('7')
  await expect(card('Custom limits')).toContainText('API requests per tenant and second')
  await expect(card('Custom limits')).toContainText('33 default 200')
  await expect(card('Alerts and events')).toContainText('no webhook URI')
  await expect(card('Alerts and events')).not.toContainText('mail server')
  await expect(card('Who can sign in')).toContainText('The workspace secret')
  await expect(card('Latest changes')).toContainText(
    'Test admin changed API requests per tenant and second',
  )
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Quick actions' }).press('Enter')
  await expect(
    page.getByRole('menuitem', { name: 'Change a limit' }),
    'can be opened in a new tab',
  ).toHaveAttribute('href', /\/limits$/)
  await page.getByRole('menuitem', { name: 'Add a public key' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add a key' })).toBeInViewport()
  await page.goBack()
  await card('Custom limits')
    .getByRole('link', { name: 'API requests per tenant and second' })
    .click()
  await expect(page).toHaveURL(/focus=apiRequestsPerTenantPerSecond/)
})

test('an alert and the limit that it is about are one row of the overview', async ({ page }) => {
  await openDemo(page, '')
  const now = page.getByRole('region', { name: 'Now', exact: true })
  await expect(now.getByText('Workspace elements')).toHaveCount(1)
  await expect(now).toContainText(/warning\s*Workspace elements\s*\d+ of 400/)
  await expect(now).toContainText(/\d+% in use\s*since /)
  await expectAccessible(page)
})

test('a webhook is said to be healthy only if there is one', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('')
  const now = page.getByRole('region', { name: 'Now', exact: true })
  await expect(now).toContainText('All clear: no active alerts, no limits near capacity.')
  await api.update(workspace.id, { webhookUri: 'https://hooks.example/' })
  await page.reload()
  await expect(now).toContainText('no limits near capacity, webhook healthy.')
})

test('a link to another site leaves the console open', async ({
  page,
  context,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, { jwksUri: 'https://theirs.example/keys' })
  await context.route('https://theirs.example/**', (route) => route.fulfill({ body: 'their keys' }))
  await open('')
  const opened = context.waitForEvent('page', { timeout: 5000 })
  await page.getByRole('link', { name: 'https://theirs.example/keys' }).click()
  await expect((await opened).getByText('their keys')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who can sign in' })).toBeVisible()
})

test('changes are not said to be missing where access tokens fill the history @long', async ({
  page,
  api,
  open,
  workspace,
}) => {
  const path = `/org-workspaces/${workspace.id}`
  const reason = { 'Change-Reason': encodeURIComponent('Goes live, ticket 13') }
  await api.send('PATCH', path, { type: 'production' }, reason)
  for (let count = 0; count < 50; count += 1)
    await api.send('POST', `/org-workspaces/${workspace.id}/access-token`, { isAdmin: true })
  await open()
  const card = page.getByRole('region', { name: 'Latest changes' })
  await expect(card.getByText('changed Type')).toBeVisible()
  await expect(card.getByText('Reason: Goes live, ticket 13')).toBeVisible()
})

test('a bulk action is one row of the latest changes', async ({ admin, open, page }) => {
  const keys = Array.from({ length: 7 }, (_, index) => `unused-${index}`)
  for (const key of keys) await admin.newApp({ key, name: key })
  for (const key of keys) await admin.send('DELETE', `/external-apps/${key}`)
  await open()
  const card = page.getByRole('region', { name: 'Latest changes' })
  await expect(card).toContainText('archived the app unused-6 and 6 more')
  await expect(card).toContainText('created the app unused-6')
})

test('the week keeps its height when it is loaded, however wide the window is @long', async ({
  page,
}) => {
  const week = page.getByRole('region', { name: 'Last 7 days' })
  const heightOf = async () => (await week.boundingBox())?.height
  for (const width of [390, 700, 1100]) {
    await page.setViewportSize({ width, height: 900 })
    const release = await holdRequests(page, '**/api/org-workspaces/*/usage*')
    await openDemo(page, '')
    await expect(week.getByRole('status', { name: 'Loading' })).toBeVisible()
    const height = await heightOf()
    await release()
    await expect(week.getByRole('listitem')).toHaveCount(7)
    expect(await heightOf(), `${width} pixels wide`).toBe(height)
  }
})

test('the week says that there are more alerts than it counts', async ({ open, page }) => {
  const createdAt = new Date().toISOString()
  const alert = {
    key: 'apiRequestsPerSecond',
    type: 'apiRequestsPerSecond',
    severity: 'warning',
    status: 'resolved',
    description: 'API requests per second: 90 of 100 are used.',
    orgId: 'organization',
    createdAt,
    updatedAt: createdAt,
    lastSeenAt: createdAt,
  }
  const items = Array.from({ length: 200 }, (_, index) => ({ ...alert, id: `${index}` }))
  await page.route(/\/api\/alerts\?(.*&)?limit=200/, (route) =>
    route.fulfill({ json: { items, cursor: 'next' } }),
  )
  await open()
  const week = page.getByRole('region', { name: 'Last 7 days' })
  await expect(week).toContainText('200+ alerts raised')
})

test('the overview says that all is clear once it knows, and not if it can’t know @long', async ({
  open,
  page,
}) => {
  const now = page.getByRole('region', { name: 'Now', exact: true })
  const release = await holdRequests(page, '**/api/alerts?*')
  await open()
  await expect(now.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(now).not.toContainText('All clear')
  await release()
  await expect(now).toContainText('All clear')
  await page.route('**/api/org-workspaces/*/webhook*', (route) => route.abort())
  await page.route('**/api/org-workspaces/*/usage*', (route) => route.abort())
  await page.reload()
  await expect(now).toContainText('can’t be loaded')
  await expect(now).not.toContainText('All clear')
  await page.getByRole('link', { name: 'Limits', exact: true }).click()
  await expect(page.getByText('What is in use can’t be loaded')).toBeVisible()
  await page.goBack()
  const week = page.getByRole('region', { name: 'Last 7 days' })
  await expect(week).toContainText('Can’t reach the server. Try again.')
  await page.unroute('**/api/org-workspaces/*/usage*')
  await week.getByRole('button', { name: 'Try again' }).click()
  await expect(week.getByRole('listitem')).toHaveCount(7)
})
