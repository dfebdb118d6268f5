import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { alertTypeNames } from '@/contract/alerts'
import { expectAccessible } from './accessibility'
import { expect, test } from './fixtures'
import { listen } from './listen'
import { loseNextResponse } from './lose-response'
import { reviewAndSave } from './vocabulary'

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
  await confirm.getByRole('textbox', { name: /to confirm$/ }).fill(workspace.name)
  await expectAccessible(page)
  await loseNextResponse(page, '**/rotate-webhook-secret')
  await confirm.getByRole('button', { name: 'Rotate' }).click()
  await expect(confirm).toContainText('Can’t reach the server. Try again.')
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
  expect(await earlierSecrets(), 'rotated once').toBe(1)
  await expect(page.getByText(/^1 earlier secret also signs until/)).toBeVisible()

  await api.send('POST', `/org-workspaces/${workspace.id}/rotate-webhook-secret`)
  await page.reload()
  await expect(page.getByText(/^2 earlier secrets also sign, the last until/)).toBeVisible()
})

test('in development a click confirms a rotation; the first secret needs no confirmation', async ({
  page,
  open,
}) => {
  await open('/settings#webhookUri')
  const create = page.getByRole('button', { name: 'Create a webhook secret' })
  await expect(create, 'the link leads to its setting').toBeInViewport()
  await create.click()
  const shown = page.getByRole('dialog', { name: 'New webhook secret' })
  await shown.getByRole('button', { name: 'I copied it' }).click()
  await page.getByRole('button', { name: 'Rotate the webhook secret' }).click()
  await page
    .getByRole('dialog', { name: 'Rotate the webhook secret' })
    .getByRole('button', { name: 'Rotate' })
    .click()
  await expect(shown).toContainText(/whsec_\S{20}/)
})

test('a user pings a webhook, creates its secret, follows and resends deliveries @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const received: { headers: Record<string, unknown>; body: string }[] = []
  let status = 500
  const receiver = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (part) => (body += String(part)))
    incoming.on('end', () => {
      received.push({ headers: incoming.headers, body })
      response.writeHead(status).end(status === 200 ? 'thanks' : 'not now')
    })
  })
  const uri = `${await listen(receiver)}/hook`

  await open('/settings')
  await page.getByLabel('Webhook URI').fill(uri)
  await page.getByRole('button', { name: 'Send a ping' }).click()
  await expect(page.getByText('The address responded with status 500')).toBeVisible()
  status = 200
  await page.getByRole('button', { name: 'Send a ping' }).click()
  const accepted = page.getByText('Accepted with status 200')
  await expect(accepted).toBeVisible()
  await page.getByRole('textbox', { name: 'Webhook URI' }).fill(`${uri}/other`)
  await expect(accepted, 'of an address that was not tried').toBeHidden()
  await page.getByRole('textbox', { name: 'Webhook URI' }).fill(uri)
  await expect(accepted).toBeVisible()
  await page.getByRole('button', { name: 'Rotate the webhook secret' }).click()
  await page
    .getByRole('dialog', { name: 'Rotate the webhook secret' })
    .getByRole('button', { name: 'Rotate' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'New webhook secret' })
  const secret = await dialog.locator('code').innerText()
  expect(secret).toMatch(/^whsec_/)
  await dialog.getByRole('button', { name: 'I copied it' }).click()
  await reviewAndSave(page)

  status = 500
  const alertTypes = Object.fromEntries(
    alertTypeNames.map((name) => [name, { internal: true, webhook: { enabled: true } }]),
  )
  await api.update(workspace.id, { alertDeliverySettings: { alertTypes } })
  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  await page.getByRole('button', { name: 'Send a test alert' }).click()
  await expect(page.getByRole('dialog', { name: 'Test alert' })).toContainText(
    'The address responded with status 500',
  )
  await expect(page.getByRole('dialog', { name: 'Test alert' })).toContainText(
    'Disabled for this alert type',
  )
  status = 200
  await page
    .getByRole('dialog', { name: 'Test alert' })
    .getByRole('link', { name: 'Delivery' })
    .click()
  const drawer = page.getByRole('dialog', { name: /alert.created/ })
  await expect(drawer).toContainText('not now')
  await drawer.getByRole('button', { name: 'Resend' }).click()
  await expect(drawer).toContainText('Accepted with status 200')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /alert.created delivered/ })).toBeVisible()
  await expectAccessible(page)

  const signed = received.at(-1)
  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  await page.getByRole('button', { name: 'Send a test alert' }).click()
  await expect(page.getByRole('dialog', { name: 'Test alert' })).toContainText(
    'Accepted with status 200',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Raised alerts', exact: true }).click()
  await page.getByRole('gridcell').getByRole('link', { name: 'Deliveries' }).first().click()
  const told = page
    .getByRole('grid', { name: 'Deliveries' })
    .getByRole('row', { name: /alert.created/ })
  await expect(told, 'of that alert alone').toHaveCount(1)
  await page.getByText('One alert only').click()
  await expect(told).toHaveCount(2)
  const last = page.getByLabel('To day')
  await last.fill('2025-12-31')
  await expect(page).toHaveURL(/to=2025-12-31/)
  await expect(page.getByText('No deliveries match these filters')).toBeVisible()
  await page.reload()
  await expect(last).toHaveValue('2025-12-31')
  await expect(page.getByText('No deliveries match these filters')).toBeVisible()
  await page.getByLabel('From day').fill('2026-01-01')
  await expect(page.getByText('The From day is after the To day')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(last).toHaveValue('')
  await expect(told).toHaveCount(2)

  const headers = z
    .object({
      'webhook-id': z.string(),
      'webhook-timestamp': z.string(),
      'webhook-signature': z.string(),
    })
    .parse(signed?.headers)
  expect(new Webhook(secret).verify(signed?.body ?? '', headers)).toMatchObject({
    eventType: 'alert.created',
    data: { type: 'testAlert' },
  })
  await new Promise((closed) => receiver.close(closed))
})
