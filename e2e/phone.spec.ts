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

/** A narrow phone, and a window of 1280×800 at 200 % zoom. */
const sizes = [
  { width: 360, height: 740 },
  { width: 640, height: 400 },
]

// axe takes seconds for each of the four renderings of a page.
const checksRules = process.env['ACCESSIBILITY'] === 'full'

test('no page is wider than a phone or a zoomed window, and each is accessible there', async ({
  page,
}) => {
  if (checksRules) test.setTimeout(1_800_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDemo(page, '/limits')
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const expectUsable = async (what: string) => {
    for (const size of sizes) {
      await page.setViewportSize(size)
      // Charts take the new width with the next frame.
      await expect.poll(tooWide, `${what} at ${size.width}`).toBe(0)
      if (checksRules) await expectAccessible(page)
    }
  }
  const grid = page.getByRole('grid', { name: 'Limits' })
  await grid.focus()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectUsable('the review')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectUsable('limits')
  await page.getByRole('button', { name: 'Discard' }).click()
  for (const path of [
    '',
    '/settings',
    '/alerts',
    '/raised-alerts',
    '/deliveries',
    '/connectors?view=table',
    '/connectors/new',
    '/apps',
    '/connections',
    '/actions',
    '/history',
    '/limits/apiRequestsPerSecond',
    '/demo',
  ]) {
    await page.goto(page.url().replace(/(\/w\/[^/?]+).*/, `$1${path}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByLabel('Loading')).toHaveCount(0)
    await expectUsable(path)
  }
})
