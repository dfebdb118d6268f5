import { expect, openDemo, test } from './fixtures'
import { expectAccessible } from './vocabulary'

test.use({ viewport: { width: 390, height: 844 } })

test('each table row is a card that fits the screen', async ({ page }) => {
  await openDemo(page, '/raised-alerts')
  const table = page.getByRole('grid', { name: 'Raised alerts' })
  await expect(table.getByRole('row').nth(1)).toContainText('API requests per second')
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect(table.getByRole('row').nth(1).getByRole('gridcell').nth(4)).toBeInViewport()
  await expectAccessible(page)
})

test('no page is wider than the screen, even with unsaved changes', async ({ page }) => {
  await openDemo(page, '/limits')
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await page.getByRole('grid', { name: 'Limits' }).focus()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
  expect(await tooWide()).toBe(0)
  await page.getByRole('button', { name: 'Discard' }).click()
  for (const path of [
    '',
    '/settings',
    '/alerts',
    '/deliveries',
    '/connectors?view=table',
    '/connectors/new',
    '/apps',
    '/connections',
    '/actions',
    '/history',
    '/demo',
  ]) {
    await page.goto(page.url().replace(/(\/w\/[^/?]+).*/, `$1${path}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await tooWide(), path).toBe(0)
  }
})
