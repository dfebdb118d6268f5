import type { Locator } from '@playwright/test'
import { alertTypeNames } from '@/contract/alerts'
import { expectAccessible } from './accessibility'
import { expect, openDemo, test } from './fixtures'
import { downloadFromMenu, expectAboveSaveBar, reviewAndSave, unsavedChanges } from './vocabulary'

test('a user switches cells, groups and columns, and saves all thirty types at once', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/alerts')
  await page.getByRole('checkbox', { name: 'E-mail for Credits', exact: true }).check()
  await page
    .getByRole('checkbox', { name: 'Webhook for API requests per hour', exact: true })
    .check()
  const all = page.getByRole('checkbox', { name: 'Webhook for all shown alert types' })
  await expect(all).toHaveJSProperty('indeterminate', true)
  await expect(page.getByText('4 unsaved changes')).toBeVisible()
  await all.check()
  await expect(page.getByText(`${alertTypeNames.length + 3} unsaved changes`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(all).toHaveJSProperty('indeterminate', true)
  await reviewAndSave(page)
  const types = (await api.workspace(workspace.id)).alertDeliverySettings?.alertTypes ?? {}
  expect(Object.keys(types).sort()).toEqual([...alertTypeNames].sort())
  expect(types['aiCreditsDebtAccumulated']).toEqual({ internal: true, email: { enabled: true } })
  expect(types['apiRequestsPerHour']).toEqual({ internal: true, webhook: { enabled: true } })
  expect(types['testAlert']).toEqual({ internal: true })
})

test('the matrix says which alert types are muted, and leads to where that is ended @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const mutedUntil = new Date(Date.now() + 3_600_000).toISOString()
  await api.send('PUT', '/alerts/mutes/apiRequestsPerHour', {
    workspaceId: workspace.id,
    mutedUntil,
  })
  await open('/alerts')
  const grid = page.getByRole('grid', { name: 'Alert delivery' })
  const muted = grid.getByRole('link', { name: /^API requests per hour is muted until \w/ })
  await expect(muted).toBeVisible()
  await expect(grid.getByText('muted')).toHaveCount(1)
  await expectAccessible(page)
  await muted.click()
  await expect(page.getByText('No alerts match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Unmute API requests per hour' }).click()
  await expect(page.getByRole('button', { name: 'Mute API requests per hour' })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(grid.getByRole('row', { name: /apiRequestsPerHour/ })).toBeVisible()
  await expect(muted).toBeHidden()
})

test('the links of a row are opened with the keys that the list of shortcuts names', async ({
  page,
  open,
}) => {
  await open('/alerts?focus=apiRequestsPerHour')
  const grid = page.getByRole('grid', { name: 'Alert delivery' })
  await expect(grid).toBeFocused()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByRole('row', { name: /^Shift ?Enter/ })).toContainText('last link')
  await page.keyboard.press('Escape')
  await expect(grid).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+Enter')
  await expect(page).toHaveURL(/\/raised-alerts\?type=apiRequestsPerHour$/)
  await page.goBack()
  await expect(grid).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/limits\?focus=apiRequestsPerHour$/)
})

test('a user sets the threshold and the recipients of alerts, and reverts that @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/alerts')
  const threshold = page.getByLabel('Warn at')
  await expect(threshold).toHaveValue('80% of a limit')
  await threshold.fill('9')
  await expect(page.getByText('Enter a number from 50 to 99').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review and save' })).toBeDisabled()
  await threshold.fill('90')
  const recipients = page.getByRole('combobox', { name: 'E-mail recipients' })
  await recipients.fill('ann@larkfield.example')
  await recipients.press(',')
  await recipients.fill('bob@larkfield.example')
  await recipients.press('Enter')
  await page.getByRole('checkbox', { name: 'E-mail for Test alert', exact: true }).check()
  await expect(page.getByText('3 unsaved changes')).toBeVisible()
  await reviewAndSave(page)
  const emailRecipients = ['ann@larkfield.example', 'bob@larkfield.example']
  const saved = await api.workspace(workspace.id)
  expect(saved.alertSettings).toEqual({ nearPercent: 90, emailRecipients })
  expect(saved.alertDeliverySettings?.alertTypes?.['testAlert']?.email).toEqual({ enabled: true })

  await page.getByRole('checkbox', { name: 'E-mail for Test alert', exact: true }).uncheck()
  await reviewAndSave(page)
  await expect(threshold, 'an update of the workspace leaves it').toHaveValue('90% of a limit')
  await expect(page.getByText('bob@larkfield.example')).toBeVisible()

  await open('/history?path=alertSettings')
  await page.getByRole('link', { name: /^changed Warn at/ }).click()
  await page.getByRole('button', { name: 'Revert this change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save 2 changes' }).click()
  await expect
    .poll(async () => (await api.workspace(workspace.id)).alertSettings)
    .toEqual({ nearPercent: 80, emailRecipients: [] })
})

test('recipients can be pasted one per line, but not into a read-only workspace @long', async ({
  page,
  open,
  api,
  context,
  workspace,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('/alerts')
  const recipients = page.getByRole('combobox', { name: 'E-mail recipients' })
  const copied = 'ann@larkfield.example\r\nbob@larkfield.example\n'
  const paste = async (field: Locator) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied)
    await field.press('ControlOrMeta+v')
  }
  await paste(recipients)
  await reviewAndSave(page)
  await expect
    .poll(async () => (await api.workspace(workspace.id)).alertSettings?.emailRecipients)
    .toEqual(['ann@larkfield.example', 'bob@larkfield.example'])

  await api.update(workspace.id, { isReadOnly: true })
  await open('/settings')
  await expect(page.getByRole('note').filter({ hasText: 'read-only' })).toBeVisible()
  await paste(page.getByLabel('Webhook events', { exact: true }))
  await expect(page.getByText('bob@larkfield.example')).toBeHidden()
  await expect(unsavedChanges(page)).toBeHidden()
})

test('the unsaved-changes bar does not cover a row, and each row shows its latest alert', async ({
  page,
  open,
}) => {
  await open('/alerts?focus=testAlert')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.press('Space')
  const status = page.getByRole('status', { name: 'Matrix messages' })
  await expect(status).toHaveText('Webhook for Test alert: on')
  await expectAboveSaveBar(page, page.getByRole('row', { name: /testAlert/ }))
  await page.keyboard.press('Space')
  await expect(status).toHaveText('Webhook for Test alert: off')
  await expect(unsavedChanges(page)).toBeHidden()

  const last = page.getByRole('link', { name: 'History of Test alert' })
  await expect(last).toHaveText('history')
  await page.getByRole('button', { name: 'Send a test alert' }).click()
  const told = page.getByRole('dialog', { name: 'Test alert' })
  await expect(told).toContainText('Internal list')
  await page.keyboard.press('Escape')
  await expect(last).toHaveText(/now|last/)
})

test('from a clicked checkbox the keyboard continues; an unusable channel says why @long', async ({
  page,
  open,
}) => {
  await open('/alerts')
  const box = (label: string) =>
    page.getByRole('checkbox', { name: `Webhook for ${label}`, exact: true })
  await box('API requests per second').click()
  await expect(box('API requests per second')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(box('API requests per hour')).toBeChecked()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(box('API requests per second')).not.toBeChecked()
  await expect(unsavedChanges(page)).toBeHidden()

  await expect(page.getByRole('grid', { name: 'Alert delivery' })).toBeVisible()
  await page
    .getByRole('row', { name: /apiRequestsPerHour/ })
    .getByRole('gridcell')
    .first()
    .click()
  await expectAccessible(page)

  await expect(
    page.getByRole('checkbox', { name: 'Internal for Test alert: always on' }),
  ).toBeDisabled()
  await page.getByRole('link', { name: 'no webhook URI' }).click()
  await expect(page.getByLabel('Webhook URI')).toBeVisible()
})

test('by keyboard, a toggle shows its state at once, and a range of alerts is switched', async ({
  page,
  open,
}) => {
  await open('/alerts?focus=apiRequestsPerSecond')
  const grid = page.getByRole('grid')
  await expect(grid).toBeFocused()
  const moved = await grid.evaluateHandle((element) => {
    const names: string[] = []
    element.addEventListener('transitionrun', ({ target }) =>
      names.push(
        target instanceof Element ? (target.getAttribute('aria-label') ?? target.tagName) : '',
      ),
    )
    return names
  })
  await page.keyboard.press('Space')
  await expect(
    page.getByRole('checkbox', { name: 'Webhook for API requests per second', exact: true }),
  ).toBeChecked()
  await page.evaluate(
    () => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))),
  )
  expect(await moved.jsonValue()).toEqual([])
  await page.keyboard.press('Space')
  await expect(unsavedChanges(page)).toBeHidden()

  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Space')
  await expect(
    page.getByRole('checkbox', { name: 'Webhook for API requests per second', exact: true }),
  ).toBeChecked()
  await expect(
    page.getByRole('checkbox', { name: 'Webhook for API requests per hour', exact: true }),
  ).toBeChecked()
  await page.keyboard.press('Control+z')
  await expect(unsavedChanges(page)).toBeHidden()
})

test('the page says so when it can’t know whether the channels deliver', async ({ page, open }) => {
  await page.route('**/api/alerts/channels*', (route) => route.fulfill({ status: 500 }))
  await open('/alerts')
  const note = page.getByText('Whether the channels can deliver can’t be loaded')
  await expect(note).toBeVisible()
  await page.unroute('**/api/alerts/channels*')
  await page.reload()
  await expect(page.getByLabel('Warn at')).toBeVisible()
  await expect(note).toBeHidden()
})

test('a user goes from a limit to its alert and back, even if their names differ in case', async ({
  page,
  open,
}) => {
  await open('/limits?q=QueuedTasksQueueSize')
  await page.getByRole('link', { name: /^Alert of/ }).click()
  await expect(page).toHaveURL(/alerts\?focus=queuedTasksQueueSize/)
  await page
    .getByRole('row', { name: /queuedTasksQueueSize/ })
    .getByRole('link', { name: /^Limit of/ })
    .click()
  await expect(page).toHaveURL(/limits\?focus=QueuedTasksQueueSize/)
})

test('links and buttons that repeat in a table say what they are of', async ({ page }) => {
  await openDemo(page, '/raised-alerts')
  const table = page.getByRole('grid', { name: 'Raised alerts' })
  await expect(table.getByRole('link', { name: /^Limit: API requests per/ }).first()).toBeVisible()
  const links = await table
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => [link.ariaLabel ?? link.textContent, link.getAttribute('href')] as const),
    )
  const addresses = new Map(links)
  expect(links.filter(([name, address]) => addresses.get(name) !== address)).toEqual([])

  await page.goto(page.url().replace(/raised-alerts.*/, 'limits'))
  const resets = page.getByRole('button', { name: /^Reset to defaults: / })
  await expect(resets.nth(1)).toBeVisible()
  const names = await resets.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))
  expect(new Set(names).size).toBe(names.length)
})

test('an active alert is listed above newer ones that are resolved', async ({ page }) => {
  await openDemo(page, '/raised-alerts?utm_source=mail')
  const rows = page.getByRole('grid', { name: 'Raised alerts' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/Workspace elements.*active/)
  await expect(rows.nth(2)).toContainText(/API requests per second.*resolved/)
  const { text } = await downloadFromMenu(page, 'Columns and export', 'Export all as CSV')
  expect(text, 'each with its name once').toContain('Workspace elements: 344 of 400 are used')
  expect(text).not.toContain('Workspace elements: Workspace elements')
  await page.getByRole('button', { name: 'Since' }).click()
  await expect(rows.nth(1)).toContainText('resolved')
})
