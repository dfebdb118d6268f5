import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { alertTypeNames } from '../src/contract/alerts'
import { expect, statusWith, test } from './fixtures'
import { listen } from './listen'
import { expectAccessible, reviewAndSave } from './vocabulary'

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

test('a user pings a webhook, creates its secret, and follows and resends its deliveries', async ({
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
  await expect(page.getByText('Accepted with status 200')).toBeVisible()
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
