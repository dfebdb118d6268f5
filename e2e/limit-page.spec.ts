import { expect, test } from './fixtures'
import { expectAccessible } from './vocabulary'

test('the page of a limit shows the source of its value and who changed it', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const limit = (value: number) => ({ apiRequestsPerHour: { unit: 'number', value } })
  await api.update(workspace.id, { limits: limit(900) })
  await api.send('PUT', `/org-workspaces/${workspace.id}/operator-limits`, {
    operatorLimits: limit(700),
  })
  await open('/limits/apiRequestsPerHour')
  await expect(page.getByText('Effective: 700 (operator)')).toBeVisible()
  await expect(page.getByText('Operator: 700')).toBeVisible()
  await expect(page.getByText('Workspace: 900')).toBeVisible()
  await expect(page.getByText('Default: 1,000,000')).toBeVisible()
  const changes = page.getByRole('region', { name: 'Changes of this limit' })
  await expect(changes.getByRole('listitem')).toHaveText([
    /Demo operator set the operator value: – → 700/,
    /Demo operator set the workspace value: – → 900/,
  ])
  await expectAccessible(page)
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Limits' })
    .click()
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeVisible()
})
