import type { Locator } from '@playwright/test'
import { expect, openDemo, test } from './fixtures'

/** Returns the WCAG contrast ratio of a line or background against its surroundings. */
async function contrast(
  control: Locator,
  member: 'borderTopColor' | 'backgroundColor' | 'boxShadow' | 'outlineColor',
): Promise<number> {
  return control.evaluate((element, name) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const luminance = (color: string) => {
      if (canvas === null) return 0
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const panel = element.closest('.panel, [role="grid"], body') ?? document.body
    const [light = 0, dark = 0] = [
      luminance(/^\w+\([^)]*\)/.exec(getComputedStyle(element)[name])?.[0] ?? 'none'),
      luminance(getComputedStyle(panel).backgroundColor),
    ].sort((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  }, member)
}

test('controls and the focus stand out from the background @long', async ({ page }) => {
  const expectToStandOut = async (...[control, member]: Parameters<typeof contrast>) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
      expect(await contrast(control, member), `${member}, ${scheme}`).toBeGreaterThanOrEqual(3)
    }
  }
  await openDemo(page, '/settings')
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(field).toBeVisible()
  await expectToStandOut(field, 'borderTopColor')
  await field.focus()
  await expectToStandOut(field, 'borderTopColor')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expectToStandOut(page.locator(':focus'), 'outlineColor')
  const off = page.getByRole('switch', { name: 'Read-only' })
  await expect(off).not.toBeChecked()
  await expectToStandOut(off.locator('xpath=following-sibling::*[1]'), 'backgroundColor')

  await page.goto(page.url().replace('settings', 'apps'))
  const box = page.getByRole('checkbox', { name: /^Select / }).nth(1)
  await expect(box).toBeVisible()
  await expectToStandOut(box, 'boxShadow')

  await page.goto(page.url().replace('apps', 'limits'))
  const grid = page.getByRole('grid', { name: 'Limits' })
  await grid.focus()
  await expectToStandOut(grid.locator('[data-active="true"]'), 'boxShadow')
})

test('forced colors keep the text of selected cells readable', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openDemo(page, '/limits')
  await page.getByRole('grid', { name: 'Limits' }).focus()
  await page.keyboard.press('Control+a')
  const cells = page.getByRole('row', { name: /totalFileStorageMb\b/ }).getByRole('gridcell')
  await expect(cells.first()).toHaveAttribute('aria-selected', 'true')
  for (const cell of await cells.all()) {
    const colors = await cell.evaluate((element) =>
      [element, ...element.querySelectorAll('*')].map((each) => getComputedStyle(each).color),
    )
    expect(new Set(colors).size).toBe(1)
  }
})

test('forced colors show the active cell of a grid', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const [path, name, row] of [
    ['/limits', 'Limits', /parallelAgentSessions\b/],
    ['/alerts', 'Alert delivery', /testAlert/],
  ] as const) {
    await openDemo(page, path)
    const grid = page.getByRole('grid', { name })
    const cell = grid.getByRole('row', { name: row }).getByRole('gridcell').nth(1)
    await cell.click({ position: { x: 4, y: 4 } })
    await expect(cell).toHaveCSS('outline-style', 'solid')
    const active = await cell.screenshot()
    await page.keyboard.press('ArrowRight')
    await expect(cell).not.toHaveCSS('outline-style', 'solid')
    expect(active.equals(await cell.screenshot())).toBe(false)
  }
})
