import type { Page } from '@playwright/test'
import { operations } from '@/contract/operations'
import { expectAccessible } from './accessibility'
import { expect, openDemo, signIn, test } from './fixtures'
import { holdRequests } from './hold-requests'
import { originOf } from './servers'

/** Collects policy violations and errors of the page. */
function problemsOf(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  return problems
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name })

test('a user browses every operation, each at its own URL @long', async ({ page }) => {
  const problems = problemsOf(page)
  await openDemo(page, '')
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'First request' })).toContainText('/api/connectors')
  await expect(page.getByRole('region', { name: 'Safe writes' })).toContainText('Idempotency-Key')
  for (const operation of Object.values(operations)) {
    const shown = link(page, `${operation.method} ${operation.summary}`).first()
    await expect(shown).toBeVisible()
    await expect(shown.getByText('extension', { exact: true })).toHaveCount(
      'extension' in operation ? 1 : 0,
    )
  }
  await page.getByRole('textbox', { name: 'Find an operation' }).fill('external-apps get search')
  await expect(link(page, operations.updateApp.summary)).toBeHidden()
  await link(page, operations.listApps.summary).click()
  await expect(page).toHaveURL(/operation=list-external-apps/)
  await page.reload()
  await expect(page.getByRole('heading', { name: operations.listApps.summary })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Find an operation' })).toHaveValue(
    'external-apps get search',
  )
  await page.getByRole('region', { name: 'Responses' }).getByText('array of App').click()
  await expect(page.getByRole('region', { name: 'Responses' })).toContainText('isPublic')
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('a user sends a request with the session token and copies it as a curl command', async ({
  page,
  context,
}) => {
  const problems = problemsOf(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openDemo(page, '')
  await page.goto('/reference?operation=list-external-apps')
  await page.getByRole('textbox', { name: 'limit' }).fill('2')
  await page.getByRole('textbox', { name: 'search' }).fill('acme fleet')
  await page.getByRole('button', { name: 'Send request' }).click()
  const response = page.getByRole('region', { name: 'Response', exact: true })
  await expect(response.getByRole('status')).toContainText('200')
  await expect(response).toContainText('"key": "acme-fleet"')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Copy as cURL' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl -X GET '${originOf('main')}/api/external-apps?limit=2&search=acme+fleet' ` +
      '\\\n  -H "Authorization: Bearer $TOKEN"',
  )
  expect(problems).toEqual([])

  await page.getByRole('textbox', { name: 'limit' }).fill('0')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(response.getByRole('status')).toContainText('400')
  await expect(response).toContainText('"invalid_request"')
})

test('a user sends a change with body and headers', async ({ page, open, api, workspace }) => {
  await open()
  await page.goto('/reference?operation=updateOrgWorkspace')
  await expect(page.getByRole('textbox', { name: 'id' })).toHaveValue(workspace.id)
  const body = page.getByRole('textbox', { name: 'Request body' })
  await body.fill('{"name": ')
  await expect(page.getByRole('button', { name: 'Send request' })).toBeDisabled()
  await body.fill('{"name": "Changed by hand"}')
  await page.getByRole('textbox', { name: 'If-Match' }).fill('"another state"')
  await page.getByRole('button', { name: 'Send request' }).click()
  const response = page.getByRole('region', { name: 'Response', exact: true })
  await expect(response.getByRole('status')).toContainText('412')
  await page.getByRole('textbox', { name: 'If-Match' }).fill('')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(response.getByRole('status')).toContainText('200')
  expect(await api.workspace(workspace.id)).toMatchObject({ name: 'Changed by hand' })
})

test('a visitor reads the reference, signs in from it and returns', async ({ page }) => {
  const document = await page.goto('/api/docs')
  await expect(page).toHaveURL(/\/reference$/)
  expect(document?.headers()['content-security-policy']).toContain("script-src 'self'")
  await link(page, operations.getHealth.summary).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('"ok"')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /admin/i }).first().click()
  await expect(page.getByRole('heading', { name: operations.getHealth.summary })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeHidden()
})

test('the reference shows the document of the connected engine', async ({ page }) => {
  const other = originOf('demo')
  await page.addInitScript(
    (session) => sessionStorage.setItem('signalbox-session', session),
    JSON.stringify({ baseUrl: `${other}/api`, token: 'none' }),
  )
  const readDocument = await holdRequests(page, `${other}/api/openapi.json`)
  await page.goto('/reference?operation=getHealth')
  await expect(page.getByRole('banner')).toContainText('Open the console')
  await readDocument()
  await expect(page.getByRole('banner')).toContainText(new URL(other).host)
  const sent = page.waitForResponse(`${other}/api/health`)
  await page.getByRole('button', { name: 'Send request' }).click()
  expect((await sent).status()).toBe(200)
})

test('an engine without a document says so', async ({ page }) => {
  await signIn(page, 'none', 'none', '', '')
  await page.evaluate(
    (session) => sessionStorage.setItem('signalbox-session', session),
    JSON.stringify({ baseUrl: `${originOf('tenOperations')}/api`, token: 'none' }),
  )
  await page.goto('/reference')
  await expect(page.getByRole('alert')).toContainText('publishes no OpenAPI document')
})

test('on a phone, the introduction or the chosen operation replaces the list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await openDemo(page, '')
  await page.goto('/reference')
  await link(page, 'Introduction').click()
  await expect(page.getByRole('region', { name: 'First request' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Operations' })).toBeHidden()
  await page.getByRole('link', { name: 'All operations' }).click()
  await link(page, operations.getAction.summary).click()
  await expect(page.getByRole('heading', { name: operations.getAction.summary })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Operations' })).toBeHidden()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    'nothing is wider than the screen',
  ).toBeLessThanOrEqual(390)
  await page.getByRole('link', { name: 'All operations' }).click()
  await expect(link(page, operations.getAction.summary)).toBeVisible()
})
