import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { holdUpdate } from './hold-requests'
import { cellOf, unsavedChanges } from './vocabulary'

/** Changes one value on each page that saves a workspace, by role and label. */
const pages = {
  settings: async (page: Page) => page.getByLabel('Name', { exact: true }).fill('Typed once'),
  limits: async (page: Page) => {
    await cellOf(page, 'parallelFlowRuns').dblclick()
    await page.keyboard.type('90')
    await page.keyboard.press('Enter')
  },
  alerts: async (page: Page) =>
    page.getByRole('checkbox', { name: 'Webhook for Test alert', exact: true }).check(),
}

for (const [name, change] of Object.entries(pages)) {
  test(`a 429, a 500, a network failure and an expired token lose no changes: ${name}`, async ({
    page,
    api,
    workspace,
    tokenFor,
    faultyProxy,
    context,
    openThroughProxy,
  }) => {
    await openThroughProxy(`/${name}`)
    await change(page)
    await page.getByRole('button', { name: 'Review and save' }).click()
    const review = page.getByRole('dialog', { name: 'Review 1 change' })
    const save = review.getByRole('button', { name: 'Save 1 change' })

    for (const [status, words] of [
      [429, 'Too many requests'],
      [500, 'Something failed here'],
    ] as const) {
      faultyProxy.failNext('PATCH', status, status === 429 ? { 'retry-after': '30' } : {})
      await save.click()
      await expect(review.getByRole('alert')).toContainText(words)
      await expect(review.getByRole('alert')).toContainText('e2e-request')
    }
    await context.setOffline(true)
    await save.click()
    await expect(review.getByRole('alert')).toContainText('Can’t reach the server')
    await context.setOffline(false)

    // The console can find out that its token has expired before the save is sent.
    const sendSave = await holdUpdate(page)
    await save.click()
    await api.send('DELETE', `/org-workspaces/${workspace.id}`)
    await sendSave()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    // The server can notice it in two places, with a message each.
    await expect(again).toContainText(/workspace (is|was) archived/)
    await api.send('POST', `/org-workspaces/${workspace.id}/restore`)
    await again.getByRole('textbox', { name: 'Access token' }).fill(await tokenFor('admin'))
    // A short wait is no error: the save is repeated after it.
    faultyProxy.failNext('PATCH', 429, { 'retry-after': '1' })
    await page.keyboard.press('Enter')
    await expect(unsavedChanges(page)).toBeHidden()
    await expect(page.getByText(/^Changes to .+ saved$/)).toBeVisible()
  })
}

test('a failed check for extensions is sent three times, and trying again finds them', async ({
  page,
  open,
}) => {
  const probe = '**/api/org-workspaces?limit=1'
  let sent = 0
  await page.route(probe, (route) => {
    sent += 1
    return route.fulfill({ status: 500 })
  })
  await open('/history')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  expect(sent).toBe(3)
  await page.unroute(probe)
  await again.click()
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'History' })).toBeVisible()
})
