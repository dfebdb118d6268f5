import { z } from 'zod'
import { expectAccessible } from './accessibility'
import { expect, statusWith, test } from './fixtures'
import { reviewAndSave } from './vocabulary'

test('a lowered limit is enforced, its usage bar fills, and its alert is raised and muted', async ({
  page,
  open,
  workspace,
  api,
  tokenFor,
  request,
}) => {
  await open('/limits?focus=apiRequestsPerHour')
  const grid = page.getByRole('grid', { name: 'Limits' })
  await expect(grid).toBeFocused()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await reviewAndSave(page, { isLargeCut: true })

  const token = await tokenFor('admin')
  const statuses: number[] = []
  for (let sent = 0; sent < 8; sent += 1) statuses.push(await statusWith(request, token))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3)

  const row = grid.getByRole('row', { name: /apiRequestsPerHour\b/ })
  await expect(row).toContainText(/\d+ refused/)
  await page.getByText('Near the limit', { exact: true }).click()
  await expect(grid.getByRole('row', { name: /apiRequestsPerHour\b/ })).toBeVisible()
  await expect(grid.getByRole('row', { name: /Flow runs in parallel/ })).toBeHidden()

  await page.getByRole('link', { name: /Raised alerts/ }).click()
  await expect(page.getByRole('link', { name: 'Raised alerts 1 active' })).toBeVisible()
  const alert = page.getByRole('row', { name: /critical API requests per hour/ })
  await expect(alert).toContainText('active')
  await alert.getByRole('button', { name: 'Mute API requests per hour' }).click()
  await page.getByRole('menuitem', { name: '8 hours' }).click()
  await expect(alert.getByRole('button', { name: 'Unmute API requests per hour' })).toBeVisible()
  expect(
    z
      .object({ items: z.array(z.object({ type: z.string() })) })
      .parse(await api.send('GET', `/alerts/mutes?workspaceId=${workspace.id}`)).items,
  ).toEqual([expect.objectContaining({ type: 'apiRequestsPerHour' })])
  await expectAccessible(page)

  await alert.getByRole('link', { name: 'limit' }).click()
  await grid
    .getByRole('row', { name: /apiRequestsPerHour\b/ })
    .getByRole('link', { name: 'Usage of API requests per hour' })
    .click()
  await expect(page.getByRole('heading', { name: 'API requests per hour' })).toBeVisible()
  await page.getByText('As a table').click()
  await expect(page.getByRole('grid', { name: 'Usage by time' }).getByRole('row')).not.toHaveCount(
    1,
  )
  await page.getByText('24 hours', { exact: true }).click()
  await expect(page).toHaveURL(/span=day/)
  await expectAccessible(page)
})

test('before saving, a lower limit shows how many requests it would have refused', async ({
  page,
  open,
  tokenFor,
  request,
}) => {
  const token = await tokenFor('admin')
  for (let sent = 0; sent < 6; sent += 1) await statusWith(request, token)
  await open('/limits?focus=apiRequestsPerHour')
  const row = page
    .getByRole('grid', { name: 'Limits' })
    .getByRole('row', { name: /apiRequestsPerHour\b/ })
  await expect(
    row.getByRole('link', { name: 'Usage of API requests per hour: 6', exact: true }),
  ).toBeVisible()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('would refuse 4')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'a limit of 2 would have refused 4 requests in the last hour',
  )
})

test('an operator sets a limit that overrides the one of the workspace', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/limits?focus=parallelFlowRuns', 'operator')
  const grid = page.getByRole('grid', { name: 'Limits' })
  await expect(grid).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('none')
  await page.keyboard.press('Enter')
  const field = grid.getByRole('textbox', { name: 'Operator limit of Flow runs in parallel' })
  await expect(field).toHaveValue('none')
  await field.fill('1.5k')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: 'Review 1 change' })
  await expect(
    review.getByRole('row', { name: /Flow runs in parallel.*none.*1,500/ }),
  ).toBeVisible()
  await review.getByRole('button', { name: 'Save' }).click()
  await expect(review).toBeHidden()
  await expect(grid.getByRole('row', { name: /Flow runs in parallel/ })).toContainText('operator')
  expect((await api.workspace(workspace.id)).operatorLimits).toEqual({
    parallelFlowRuns: { unit: 'number', value: 1500 },
  })
})
