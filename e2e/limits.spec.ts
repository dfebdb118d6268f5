import { expectAccessible } from './accessibility'
import { expect, test } from './fixtures'
import {
  cellOf,
  chooseFromMenu,
  expectAboveSaveBar,
  reviewAndSave,
  unsavedChanges,
} from './vocabulary'

test('a user finds, changes, reviews and saves a limit by keyboard alone', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/limits?focus=apiRequestsPerHour')
  await expect(page.getByRole('grid')).toBeFocused()
  const cell = cellOf(page, 'apiRequestsPerHour')
  await expect(cell).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('1.5M')
  await page.keyboard.press('Enter')
  await expect(cell).toContainText('1,500,000')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await page.getByRole('button', { name: 'Review and save' }).focus()
  await page.keyboard.press('Enter')
  await expect(
    page
      .getByRole('dialog', { name: 'Review 1 change' })
      .getByRole('row', { name: /API requests per hour/ }),
  ).toContainText('1,500,000')
  await page.keyboard.press('Enter')
  await expect(unsavedChanges(page)).toBeHidden()
  expect((await api.workspace(workspace.id)).limits?.['apiRequestsPerHour']).toEqual({
    unit: 'number',
    value: 1_500_000,
    defaultValue: 1_000_000,
  })
})

test('an invalid value is rejected in the cell, and Escape restores the old one', async ({
  page,
  open,
}) => {
  await open('/limits?focus=totalFileStorageMb')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.type('3 parsecs')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'is not a known unit' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Workspace value of File storage' })).toHaveValue(
    '3 parsecs',
  )
  await page.keyboard.press('Escape')
  await expect(unsavedChanges(page)).toBeHidden()
})

test('keys that end the composition of an input method close no cell and clear no search', async ({
  page,
  open,
}) => {
  const compose = async (text: string) => {
    const devTools = await page.context().newCDPSession(page)
    const selection = { selectionStart: text.length, selectionEnd: text.length }
    await devTools.send('Input.imeSetComposition', { text, ...selection })
    await page.keyboard.press('Escape')
    await devTools.send('Input.insertText', { text })
  }
  await open('/limits?focus=parallelFlowRuns')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.press('F2')
  const value = page.getByRole('textbox', { name: /^Workspace value of/ })
  await value.fill('6')
  await compose('０')
  await expect(value).toBeFocused()
  await value.press('Escape')
  await expect(value).toBeHidden()

  const search = page.getByRole('textbox', { name: 'Find a limit' })
  await search.fill('flow')
  await compose('フロ')
  await expect(search).toHaveValue(/^flow/)
})

test('the unsaved-changes bar covers neither the last limit nor its error', async ({
  page,
  open,
}) => {
  await open('/limits?focus=parallelEventPulls')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+ArrowDown')
  await expectAboveSaveBar(page, page.getByRole('grid').getByRole('row').last())
  await page.keyboard.type('7 apples')
  await page.keyboard.press('Enter')
  const error = page.getByRole('status').filter({ hasText: 'is not a known unit' })
  await expectAboveSaveBar(page, error)
})

test('a user fills down a range, undoes, redoes and clears it', async ({ page, open }) => {
  await open('/limits?focus=parallelEventPulls')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(
    cellOf(page, 'parallelIncrementalEventPullsPerConnection'),
    'Enter goes on to the next cell',
  ).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect(cellOf(page, 'parallelFullSyncEventPullsPerConnection')).toContainText('7')
  await expect(page.getByText('3 unsaved changes')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByText('3 unsaved changes')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(unsavedChanges(page)).toBeHidden()
})

test('a user pastes a spreadsheet column, and copies a range that a spreadsheet can read', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('/limits?focus=totalNumberOfTenants')
  await expect(
    cellOf(page, 'totalNumberOfTenants'),
    'the link scrolls to its limit, far down',
  ).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('grid')).toBeFocused()
  await page.evaluate(() => navigator.clipboard.writeText('Tenants\t1.5k\nConnections\t2,000\n'))
  await page.keyboard.press('Control+v')
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await expect(cellOf(page, 'totalNumberOfConnections')).toContainText('2,000')
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1500\n2000')
})

test('a cut by more than half needs one confirmation', async ({ page, open, api, workspace }) => {
  await open('/limits?focus=apiRequestsPerSecond')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: 'Review 1 change' })
  await expect(review).toContainText('is cut by 99%')
  await expect(review.getByRole('button', { name: 'Save 1 change' })).toBeDisabled()
  await review.getByRole('checkbox', { name: 'I understand, apply anyway' }).check()
  await review.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(review).toBeHidden()
  expect((await api.workspace(workspace.id)).limits?.['apiRequestsPerSecond']).toMatchObject({
    value: 10,
  })
})

test('a warning that arrives during a review needs a confirmation of its own @long', async ({
  page,
  open,
  api,
  admin,
  workspace,
}) => {
  const limits = { totalNumberOfWorkspaceElements: { unit: 'number', value: 3 } }
  await api.update(workspace.id, { limits })
  for (const [limit, value] of [
    ['totalNumberOfWorkspaceElements', '2'],
    ['apiRequestsPerSecond', '10'],
  ] as const) {
    await open(`/limits?focus=${limit}`)
    await expect(page.getByRole('grid')).toBeFocused()
    await page.keyboard.type(value)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: 'Review 2 changes' })
  const understood = review.getByRole('checkbox', { name: 'I understand, apply anyway' })
  const save = review.getByRole('button', { name: 'Save 2 changes' })
  await understood.check()
  await expect(save).toBeEnabled()
  for (const name of ['First', 'Second', 'Third']) await admin.newApp({ name })
  await expect(review).toContainText('2 is below the 3 in use now')
  await expect(understood).not.toBeChecked()
  await expect(save).toBeDisabled()
  await understood.check()
  await save.click()
  await expect(review).toBeHidden()
})

test('an import previews each line; the URL keeps filters, and Back restores them @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/limits')
  await chooseFromMenu(page, 'Import and export', 'Import CSV or JSON…')
  const dialog = page.getByRole('dialog', { name: 'Import limits' })
  await dialog
    .getByRole('textbox', { name: 'Values' })
    .fill('name,value\ntotalFileStorageMb,12 GB\nnoSuchLimit,1')
  await expect(dialog.getByRole('row', { name: /noSuchLimit/ })).toContainText(
    'No limit has this name',
  )
  await dialog.getByRole('button', { name: 'Apply 1 value' }).click()
  await reviewAndSave(page)
  expect((await api.workspace(workspace.id)).limits?.['totalFileStorageMb']).toMatchObject({
    unit: 'Mb',
    value: 12_288,
  })

  await page.getByRole('textbox', { name: 'Find a limit' }).fill('per tenant')
  await expect(page).toHaveURL(/q=per\+tenant|q=per%20tenant/)
  await expect(page.getByText('45 of 45 limits')).toBeHidden()
  const count = await page.getByText(/of 45 limits/).textContent()
  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Alerts' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/of 45 limits/)).toHaveText(count ?? '')

  await page.getByText('Near the limit').click()
  await page.getByRole('textbox', { name: 'Find a limit' }).fill('no such limit')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(page.getByText('45 of 45 limits')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Find a limit' })).toHaveValue('')
})

test('the grid is accessible in both color schemes, printed whole @long', async ({
  page,
  open,
}) => {
  await open('/limits?focus=parallelEventPulls')
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
  // With an invalid value and a changed one.
  await page.keyboard.type('5 apples')
  await page.getByRole('columnheader', { name: 'Effective' }).click()
  await expect(page.locator('[aria-invalid="true"]')).toBeVisible()
  await page.getByRole('grid', { name: 'Limits' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  const grid = page.getByRole('grid', { name: 'Limits' })
  expect(await grid.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBe(0)
})
