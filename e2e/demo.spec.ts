import { demoSession, expect, signIn, test } from './fixtures'
import { expectAccessible } from './vocabulary'

// This test resets the demo's workspaces, so no other test may use this server.
test.use({ baseURL: `http://127.0.0.1:${Number(process.env['E2E_PORT'] ?? 4690) + 2}` })

test('a visitor plays the demo from enforced limit to webhook and e-mail and resets it', async ({
  page,
  request,
}) => {
  const { token, workspaceId } = await demoSession(request)
  await signIn(page, token, workspaceId, '/demo')
  await page.getByRole('button', { name: 'Set it to 5' }).click()
  await expect(page.getByRole('button', { name: 'Set to 5' })).toBeDisabled()

  await page.getByRole('button', { name: 'Send traffic' }).click()
  await expect(page.getByText(/429: The limit 'API requests per second'/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Watch the usage' })).toContainText('critical')
  await expect(page.getByRole('region', { name: 'Watch the usage' })).toContainText('5 of 5')
  await expect(page.getByLabel('2 active')).toBeVisible()
  await expect(page.getByRole('log', { name: 'Received webhooks' })).toContainText('alert.created')
  const email = page.getByRole('log', { name: 'Outbox' }).getByRole('group').first()
  await expect(email).toContainText('critical: API requests per second')
  await email.getByText('critical: API requests per second').click()
  await expect(email.getByText('Workspace: Larkfield Production')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send traffic' })).toBeEnabled()
  await expectAccessible(page)

  const limit = page.getByRole('region', { name: 'Lower a limit' })
  await page.getByRole('button', { name: 'Set it to 120' }).click()
  await expect(limit).toContainText('120 in effect')
  await page.getByRole('button', { name: 'Set it to 5' }).click()
  await expect(limit).toContainText('5 in effect')

  await page.getByRole('button', { name: 'Reset demo' }).click()
  await page
    .getByRole('dialog', { name: 'Reset the demo?' })
    .getByRole('button', { name: 'Reset demo' })
    .click()
  await expect(page.getByText('Demo reset')).toBeVisible()
  await expect(limit).toContainText('120 in effect')
  await expect(page.getByText('No webhooks received yet.')).toBeVisible()
  await expect(page.getByText('No e-mails yet.')).toBeVisible()
  await expect(page.getByLabel('1 active')).toBeVisible()
})
