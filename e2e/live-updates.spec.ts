import type { Page } from '@playwright/test'
import { expect, signIn, statusWith, test } from './fixtures'
import { cellOf, reviewAndSave, unsavedChanges } from './vocabulary'

/** Types a value into the workspace column of a limit. */
async function typeLimit(page: Page, name: string, value: string): Promise<void> {
  await cellOf(page, name).click()
  await page.keyboard.type(value)
  await page.keyboard.press('Enter')
}

test('two people see each other’s changes without a reload, also while they edit @long', async ({
  page,
  api,
  admin,
  workspace,
  browser,
  baseURL,
}) => {
  const tokenOf = (name: string) => api.newToken(workspace.id, { name, isAdmin: true })
  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const bob = await other.newPage()
  const watching = (tab: Page) => tab.waitForResponse(/\/api\/changes/)
  await Promise.all([watching(page), signIn(page, await tokenOf('Ada'), workspace.id, '/limits')])
  await Promise.all([watching(bob), signIn(bob, await tokenOf('Bob'), workspace.id, '/limits')])

  // Who edits nothing sees what another saves.
  await typeLimit(bob, 'parallelEventPulls', '7')
  await reviewAndSave(bob)
  await expect(cellOf(page, 'parallelEventPulls')).toContainText('7')

  // Who edits something else keeps it, and is told.
  await typeLimit(page, 'parallelFlowRuns', '40')
  await typeLimit(bob, 'parallelEventPulls', '8')
  await reviewAndSave(bob)
  const bar = unsavedChanges(page)
  await expect(bar).toContainText('Changed by Bob just now. Your changes are kept.')
  await expect(cellOf(page, 'parallelEventPulls')).toContainText('8')
  await expect(bar).toContainText('1 unsaved change')

  // Who edits the same decides, before or at the save.
  await typeLimit(bob, 'parallelFlowRuns', '50')
  await reviewAndSave(bob)
  await expect(bar).toContainText('Bob also changed')
  await bar.getByRole('button', { name: 'Review and save' }).click()
  const conflict = page.getByRole('dialog', { name: 'This workspace was changed by Bob' })
  await conflict.getByRole('radio', { name: /Mine/ }).check()
  await conflict.getByRole('button', { name: 'Continue' }).click()
  await page
    .getByRole('dialog', { name: /^Review/ })
    .getByRole('button', { name: /^Save/ })
    .click()
  await expect(bar).toBeHidden()
  await expect(cellOf(bob, 'parallelFlowRuns')).toContainText('40')
  expect((await api.workspace(workspace.id)).limits).toMatchObject({
    parallelFlowRuns: { value: 40 },
    parallelEventPulls: { value: 8 },
  })

  // The matrix of alerts is edited as one member of the workspace, but its cells are merged.
  const cell = (tab: Page, name: string) => tab.getByRole('checkbox', { name, exact: true })
  for (const tab of [page, bob])
    await Promise.all([watching(tab), tab.goto(`/w/${workspace.id}/alerts`)])
  await cell(page, 'Webhook for Test alert').check()
  await cell(bob, 'E-mail for Test alert').check()
  await reviewAndSave(bob)
  await expect(cell(page, 'E-mail for Test alert')).toBeChecked()
  await reviewAndSave(page)
  await expect(cell(bob, 'Webhook for Test alert')).toBeChecked()
  expect((await api.workspace(workspace.id)).alertDeliverySettings?.alertTypes).toMatchObject({
    testAlert: { webhook: { enabled: true }, email: { enabled: true } },
  })

  // Apps, raised alerts and the history follow as well. Without the feed, a list would be read
  // again after half a minute.
  await Promise.all([watching(bob), bob.goto(`/w/${workspace.id}/apps`)])
  await Promise.all([watching(page), page.goto(`/w/${workspace.id}/history`)])
  await admin.newApp({ name: 'Fleet' })
  await expect(bob.getByRole('row', { name: 'Fleet' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Fleet')
  await Promise.all([watching(bob), bob.goto(`/w/${workspace.id}/raised-alerts`)])
  await api.update(workspace.id, { limits: { apiRequestsPerSecond: { unit: 'number', value: 0 } } })
  expect(await statusWith(page.request, await tokenOf('Ada'))).toBe(429)
  await expect(bob.getByRole('row', { name: 'API requests per second' })).toBeVisible()
  await other.close()
})

test('any number of tabs load, of which only a few keep a connection @long', async ({
  open,
  page,
  context,
}) => {
  await open('/actions')
  for (let tabs = 0; tabs < 6; tabs += 1) {
    const tab = await context.newPage()
    await tab.goto(page.url())
    await expect(tab.getByRole('heading', { name: 'Actions', level: 1 })).toBeVisible()
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Actions', level: 1 })).toBeVisible()
})
