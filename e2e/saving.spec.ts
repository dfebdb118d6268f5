import type { Download } from '@playwright/test'
import { expect, signIn, test, testInOwnContext } from './fixtures'
import { holdRequests, holdUpdate } from './hold-requests'
import { bySecret } from './signed-token'
import { chooseFromMenu, reviewAndSave, unsavedChanges } from './vocabulary'

test('a user cannot leave a pending rotation before its secret is shown @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.send('POST', `/org-workspaces/${workspace.id}/rotate-webhook-secret`)
  await open('/limits', 'operator')
  await page.getByRole('link', { name: 'Settings' }).click()
  for (const { button, dialog, action, secret, address } of [
    {
      button: 'Rotate the webhook secret',
      dialog: 'Rotate the webhook secret',
      action: 'Rotate',
      secret: 'New webhook secret',
      address: '**/rotate-webhook-secret',
    },
    {
      button: 'Rotate the secret',
      dialog: 'Rotate the secret',
      action: 'Rotate the secret',
      secret: 'New workspace secret',
      address: '**/rotate-secret',
    },
  ]) {
    await page.getByRole('button', { name: button }).click()
    const confirm = page.getByRole('dialog', { name: dialog })
    const field = confirm.getByRole('textbox', { name: /to confirm$/ })
    if (await field.isVisible()) await field.fill(workspace.name)
    const letGo = await holdRequests(page, address)
    await confirm.getByRole('button', { name: action }).click()
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(confirm.getByRole('button', { name: 'Close' })).toBeDisabled()
    await page.goBack()
    await expect(confirm).toBeVisible()
    await letGo()
    const shown = page.getByRole('dialog', { name: secret })
    await expect(shown.locator('code')).toHaveText(/\S{20}/)
    await shown.getByRole('button', { name: 'I copied it' }).click()
    await expect(shown).toBeHidden()
    await expect(page).toHaveURL(/settings/)
  }
})

test('a user cannot leave while a token is created, before it is shown', async ({
  page,
  workspace,
}) => {
  await signIn(page, await bySecret(workspace), workspace.id, '/limits')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Create a token' }).click()
  const form = page.getByRole('dialog', { name: 'Create a token' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Nightly export')
  const letGo = await holdRequests(page, '**/access-token', { method: 'POST' })
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.goBack()
  await letGo()
  await expect(page.getByRole('dialog', { name: 'New token' }).locator('code')).toHaveText(/\S{20}/)
  await expect(page).toHaveURL(/settings/)
})

test('leaving a page during a save waits until the save has finished', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/limits')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Saved while leaving')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const letGo = await holdUpdate(page)
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'A save is running' })
  await expect(question).toContainText('You leave this page once the save has finished')
  await letGo()
  await expect(page.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible()
  await expect(question).toBeHidden()
  expect((await api.workspace(workspace.id)).name).toBe('Saved while leaving')
})

test('reverts of two history entries are saved together @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, { settings: { enableApiLogs: true } })
  await api.update(workspace.id, { settings: { enableWebhookLogs: true } })
  await open('/history')
  const history = page.getByRole('list', { name: 'History' })
  await history.getByRole('link', { name: /API logs/ }).click()
  await page.getByRole('button', { name: 'Revert this change' }).click()
  const review = page.getByRole('dialog', { name: 'Review 1 change' })
  await review.getByRole('button', { name: 'Back to editing' }).click()
  await history.getByRole('link', { name: /Webhook logs/ }).click()
  await page.getByRole('button', { name: 'Revert this change' }).click()
  const both = page.getByRole('dialog', { name: 'Review 2 changes' })
  await expect(both).toContainText('API logs')
  await both.getByRole('button', { name: 'Back to editing' }).click()
  await reviewAndSave(page)
  expect((await api.workspace(workspace.id)).settings).toMatchObject({
    enableApiLogs: false,
    enableWebhookLogs: false,
  })
})

testInOwnContext(
  'Ctrl+S opens the review, focus returns, and F8 reaches the Undo of the save @long',
  async ({ page, open, api, workspace }) => {
    await page.clock.install()
    await open('/limits?focus=parallelFlowRuns')
    const grid = page.getByRole('grid', { name: 'Limits' })
    await expect(grid).toBeFocused()
    await page.keyboard.type('60')
    await page.keyboard.press('Control+s')
    await page
      .getByRole('dialog', { name: 'Review 1 change' })
      .getByRole('button', { name: 'Save 1 change' })
      .click()
    await expect(grid).toBeFocused()
    const value = async () =>
      (await api.workspace(workspace.id)).limits?.['parallelFlowRuns']?.value
    expect(await value()).toBe(60)
    const undo = page.getByRole('alert').getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    await page.keyboard.press('F8')
    await expect(undo).toBeFocused()
    await page.clock.fastForward(30_000)
    await expect(undo, 'a toast with the focus stays').toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Undone: 1 change')).toBeVisible()
    expect(await value()).toBeUndefined()
    await expect(grid).toBeFocused()
    await expect(unsavedChanges(page)).toBeHidden()

    await page.getByRole('link', { name: 'Settings' }).click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('First name')
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(name).toBeFocused()
    await api.update(workspace.id, { name: 'Changed since' })
    await page
      .getByRole('alert')
      .filter({ hasText: 'First name' })
      .getByRole('button', { name: 'Undo' })
      .click()
    const conflict = page.getByRole('dialog', {
      name: 'This workspace was changed by Demo operator',
    })
    await conflict.getByRole('radio', { name: 'Mine' }).click()
    await conflict.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(name).toHaveValue(workspace.name)
  },
)

test('while a dialog is open, Ctrl+S leaves the page below it alone', async ({ page, open }) => {
  await open('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Not saved yet')
  await expect(unsavedChanges(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('textbox', { name: 'Go to' })).toBeFocused()
  await page.keyboard.press('Control+s')
  await page.keyboard.type('webhook deliveries')
  await expect(page.getByRole('textbox', { name: 'Go to' })).toHaveValue('webhook deliveries')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('dialog', { name: 'Review 1 change' })).toBeVisible()
})

test('a request that fails after leaving the page is reported', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, { isReadOnly: true })
  await open('/settings')
  const fail = await holdRequests(page, `**/org-workspaces/${workspace.id}`, {
    method: 'PATCH',
    isLost: true,
  })
  await page.getByRole('button', { name: 'Switch read-only off' }).click()
  await page.getByRole('link', { name: 'Limits' }).click()
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeVisible()
  await fail()
  await expect(page.getByText('Can’t reach the server')).toBeVisible()
})

test('the history and the latest changes are updated after a save', async ({ page, open }) => {
  await open('/history')
  const history = page.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await reviewAndSave(page)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(history).toContainText('changed Name')
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'Latest changes' })).toContainText('changed Name')
})

test('a double click undoes a save once, and chooses from a menu once', async ({
  page,
  open,
  admin,
  workspace,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (['PATCH', 'PUT'].includes(request.method())) sent.push(request.url())
  })
  await open('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await reviewAndSave(page)
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).dblclick()
  await expect(page.getByText('Undone: 1 change')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(workspace.name)
  expect(sent, 'the save and its Undo').toHaveLength(2)

  await admin.send('POST', '/alerts/test', {})
  await page.getByRole('link', { name: 'Raised alerts' }).click()
  await page.getByRole('button', { name: 'Mute Test alert' }).click()
  await page.getByRole('menuitem', { name: '1 hour' }).dblclick()
  await expect(page.getByRole('button', { name: 'Unmute Test alert' })).toBeVisible()
  expect(sent, 'and the mute').toHaveLength(3)

  await page.getByRole('link', { name: 'History' }).click()
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  await page.getByRole('button', { name: 'Export all' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).dblclick()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Export all' })).toBeEnabled()
  await expect.poll(() => downloads.length).toBe(1)
  // A second download would be done before another export.
  await chooseFromMenu(page, 'Export all', 'As JSON')
  await expect.poll(() => downloads.at(-1)?.suggestedFilename()).toMatch(/json$/)
  expect(downloads).toHaveLength(2)
})
