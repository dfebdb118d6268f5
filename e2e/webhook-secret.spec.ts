import { z } from 'zod'
import { expect, test } from './fixtures'
import { expectAccessible } from './vocabulary'

test('a user rotates the webhook secret in production by typing the name, and copies it', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const stateSchema = z.looseObject({ previousSecretsUntil: z.array(z.string()).default([]) })
  const earlierSecrets = async () =>
    stateSchema.parse(await api.send('GET', `/org-workspaces/${workspace.id}/webhook`))
      .previousSecretsUntil.length
  await api.send('POST', `/org-workspaces/${workspace.id}/rotate-webhook-secret`)
  await api.update(workspace.id, { type: 'production' })
  await open('/limits')
  await page.getByRole('link', { name: 'Settings' }).click()
  const rotate = page.getByRole('button', { name: 'Rotate the webhook secret' })
  const confirm = page.getByRole('dialog', { name: 'Rotate the webhook secret' })

  await rotate.click()
  await expect(confirm).toContainText('The current secret keeps signing for 24 hours')
  await expect(confirm.getByRole('button', { name: 'Rotate' })).toBeDisabled()
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirm).toBeHidden()
  expect(await earlierSecrets()).toBe(0)

  await rotate.click()
  await confirm.getByRole('textbox').fill(workspace.name)
  await expectAccessible(page)
  await confirm.getByRole('button', { name: 'Rotate' }).click()
  const shown = page.getByRole('dialog', { name: 'New webhook secret' })
  await expect(shown).toContainText(/whsec_\S{20}/)
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(shown).toContainText(/whsec_\S{20}/)
  await expect(shown.getByRole('button', { name: 'Close' })).toBeHidden()
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'I copied it' }).click()
  await expect(shown).toBeHidden()
  expect(await earlierSecrets()).toBe(1)
  await expect(page.getByText(/^1 earlier secret also signs until/)).toBeVisible()

  await api.send('POST', `/org-workspaces/${workspace.id}/rotate-webhook-secret`)
  await page.reload()
  await expect(page.getByText(/^2 earlier secrets also sign, the last until/)).toBeVisible()
})

test('in development a click confirms a rotation; the first secret needs no confirmation', async ({
  page,
  open,
}) => {
  await open('/settings')
  await page.getByRole('button', { name: 'Create a webhook secret' }).click()
  const shown = page.getByRole('dialog', { name: 'New webhook secret' })
  await shown.getByRole('button', { name: 'I copied it' }).click()
  await page.getByRole('button', { name: 'Rotate the webhook secret' }).click()
  await page
    .getByRole('dialog', { name: 'Rotate the webhook secret' })
    .getByRole('button', { name: 'Rotate' })
    .click()
  await expect(shown).toContainText(/whsec_\S{20}/)
})
