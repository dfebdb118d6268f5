import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { alertTypeNames } from '@/contract/alerts'
import { expect, test } from './fixtures'
import { chooseFromMenu, downloadFromMenu, reviewAndSave } from './vocabulary'

const deliverySchema = z.object({
  alertTypes: z.record(
    z.string(),
    z.looseObject({ email: z.object({ enabled: z.boolean() }).optional() }),
  ),
  alertSettings: z.unknown(),
})

test('a user copies limits from another workspace and resets a group to defaults @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const pattern = await api.newWorkspace(`Pattern ${workspace.key}`)
  const setFlowRuns = (value: number) =>
    api.update(pattern.id, {
      limits: {
        parallelFlowRuns: { unit: 'number', value },
        apiRequestsPerHour: { unit: 'number', value: 900_000 },
      },
    })
  const taking = page.getByRole('dialog', { name: `Copy limits from ${pattern.name}` })
  const expectOffered = async (text: string) => {
    await chooseFromMenu(page, 'Import and export', pattern.name)
    await expect(taking.getByRole('row', { name: /parallelFlowRuns\b/ })).toContainText(text)
  }
  await setFlowRuns(76)
  await open('/limits', 'operator')
  await expectOffered('76')
  await page.keyboard.press('Escape')
  await expect(taking).toBeHidden()
  await setFlowRuns(77)
  await expectOffered('77')
  await taking.getByRole('button', { name: 'Apply 2 values' }).click()
  await reviewAndSave(page)
  expect((await api.workspace(workspace.id)).limits).toMatchObject({
    parallelFlowRuns: { value: 77 },
    apiRequestsPerHour: { value: 900_000 },
  })

  await page
    .getByRole('rowgroup')
    .filter({ has: page.getByRole('row', { name: /parallelFlowRuns\b/ }) })
    .getByRole('button', { name: 'Reset to defaults' })
    .click()
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible()
  await reviewAndSave(page)
  const { limits = {} } = await api.workspace(workspace.id)
  expect([limits['parallelFlowRuns']?.value, limits['apiRequestsPerHour']?.value]).toEqual([
    undefined,
    900_000,
  ])
})

test('a user exports the visible limits as CSV and as JSON that can be imported', async ({
  page,
  open,
}) => {
  await open('/limits?q=parallelFlowRuns')
  await expect(page.getByRole('row', { name: /parallelFlowRuns\b/ })).toBeVisible()
  const exported = async (format: string) =>
    (await downloadFromMenu(page, 'Import and export', `Export shown limits as ${format}`)).text
  const csv = await exported('CSV')
  expect(csv).toContain('parallelFlowRuns')
  expect(csv.startsWith('\uFEFF'), 'spreadsheets read it as UTF-8').toBe(true)
  expect(csv).not.toContain('apiRequestsPerHour')
  const json = await exported('JSON')
  await chooseFromMenu(page, 'Import and export', 'Import CSV or JSON…')
  const buffer = Buffer.from('PK\0\0')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'limits.xlsx', mimeType: 'application/zip', buffer })
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'limits.xlsx is not a text file.',
  )
  await page.getByRole('textbox', { name: 'Values' }).fill(json)
  await expect(
    page.getByRole('dialog').getByRole('row', { name: /parallelFlowRuns\b/ }),
  ).toContainText('no change')
})

test('a user exports and imports alert delivery, and copies it to another workspace @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/alerts', 'operator')
  const { text } = await downloadFromMenu(page, 'Import and export', 'Export as JSON')
  const { alertTypes, alertSettings } = deliverySchema.parse(JSON.parse(text))
  expect(alertSettings).toEqual({ nearPercent: 80, emailRecipients: [] })
  expect(Object.keys(alertTypes).sort()).toEqual([...alertTypeNames].sort())

  await chooseFromMenu(page, 'Import and export', 'Import JSON…')
  const importing = page.getByRole('dialog', { name: 'Import delivery settings' })
  await importing.getByRole('textbox').fill('{"alertTypes": {"testAlert": {"internal": false}}}')
  await expect(importing.getByRole('button', { name: /^Apply/ })).toBeDisabled()
  await importing.getByRole('textbox').fill(
    JSON.stringify({
      alertTypes: { ...alertTypes, testAlert: { internal: true, email: { enabled: true } } },
      alertSettings: { nearPercent: 90, emailRecipients: ['ann@larkfield.example'] },
    }),
  )
  await importing.getByRole('button', { name: /^Apply/ }).click()
  await expect(
    page.getByRole('checkbox', { name: 'E-mail for Test alert', exact: true }),
  ).toBeChecked()
  await reviewAndSave(page)

  const follower = await api.newWorkspace(`Follower ${workspace.key}`)
  await page.goto(`/w/${follower.id}/alerts`)
  await chooseFromMenu(page, 'Import and export', workspace.name)
  await page
    .getByRole('dialog', { name: `Copy delivery settings from ${workspace.name}` })
    .getByRole('button', { name: /^Apply/ })
    .click()
  await reviewAndSave(page)
  expect(
    (await api.workspace(follower.id)).alertDeliverySettings?.alertTypes?.['testAlert'],
  ).toEqual({ internal: true, email: { enabled: true } })
  expect((await api.workspace(follower.id)).alertSettings).toEqual({
    nearPercent: 90,
    emailRecipients: ['ann@larkfield.example'],
  })
})

test('a file that was corrected is read when it is chosen again', async ({
  page,
  open,
  context,
}) => {
  const file = test.info().outputPath('limits.csv')
  await open('/limits')
  await chooseFromMenu(page, 'Import and export', 'Import CSV or JSON…')
  // As the browser does it, which says nothing of a file that it has already.
  const browser = await context.newCDPSession(page)
  for (const text of ['parallelFlowRuns,many', 'parallelFlowRuns,70']) {
    await writeFile(file, text)
    const { result } = await browser.send('Runtime.evaluate', {
      expression: `document.querySelector('input[type=file]')`,
    })
    await browser.send('DOM.setFileInputFiles', {
      files: [file],
      ...(result.objectId === undefined ? {} : { objectId: result.objectId }),
    })
    await expect(page.getByRole('textbox', { name: 'Values' })).toHaveValue(text)
  }
})
