import { expect, test } from './fixtures'
import { reviewAndSave, unsavedChanges } from './vocabulary'

test('an unknown limit is read-only, and the sync state of operator limits is shown', async ({
  page,
  faultyProxy,
  openThroughProxy,
}) => {
  faultyProxy.rewriteRecord((record) => {
    record['limits'] = { ...Object(record['limits']), zebraRuns: { unit: 'msec', value: 120_000 } }
    record['operatorLimits'] = { parallelFlowRuns: { unit: 'number', value: 7 } }
    record['operatorLimitsSyncError'] = 'connect ECONNREFUSED'
  })
  await openThroughProxy('/limits?focus=zebraRuns')
  await expect(page.getByText('46 of 46 limits')).toBeVisible()
  await expect(page.getByRole('grid')).toBeFocused()
  await expect(page.getByRole('row', { name: /zebraRuns/ })).toContainText('2 min')
  await page.keyboard.type('5')
  await expect(page.getByRole('grid').getByRole('textbox')).toBeHidden()
  await expect(
    page.getByText('could not be mirrored to the owning instance: connect ECONNREFUSED'),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /parallelFlowRuns\b/ })).toContainText('operator')
})

test('where an engine omits what is not set, changes are shown right and undone @long', async ({
  page,
  api,
  workspace,
  faultyProxy,
  openThroughProxy,
}) => {
  faultyProxy.rewriteRecord((record) => {
    for (const [name, value] of Object.entries(record))
      if (
        value === false ||
        value === 'development' ||
        (Array.isArray(value) && value.length === 0)
      )
        delete record[name]
  })
  await openThroughProxy('/settings')
  await expect(page.getByRole('heading', { name: 'Webhook', exact: true })).toBeVisible()
  await expect(unsavedChanges(page)).toBeHidden()
  const events = page.getByLabel('Webhook events').first()
  await events.fill('ping')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByText('Production', { exact: true }).click()
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await reviewAndSave(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone: 2 changes')).toBeVisible()
  expect(await api.workspace(workspace.id)).toMatchObject({
    enabledWebhookEvents: [],
    type: 'development',
  })
})

test('a limit that the engine gives in another unit can be changed', async ({
  page,
  faultyProxy,
  openThroughProxy,
}) => {
  faultyProxy.rewriteRecord((record) => {
    record['limits'] = { parallelFlowRuns: { unit: 'msec', value: 10 } }
  })
  await openThroughProxy('/limits?focus=parallelFlowRuns')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.type('55')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: 'Review 1 change' })
  await expect(review.getByRole('row', { name: /parallelFlowRuns/ })).toContainText('55 ms')
})
