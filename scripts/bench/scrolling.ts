import { inBrowser, type Tab } from './browser'
import { figure, type Figure } from './figure'
import { withServer } from './server'

const wheelTurns = 60
const rowHeight = 44

/** Scrolls to the end until the given number of rows is loaded. */
async function loadRows(page: Tab['page'], count: number): Promise<void> {
  const table = page.getByRole('grid', { name: 'Apps' })
  await table.waitFor()
  await table.evaluate(async (scroller, height) => {
    while (scroller.scrollHeight < height) {
      scroller.scrollTop = scroller.scrollHeight
      await new Promise((resume) => setTimeout(resume, 20))
    }
    scroller.scrollTop = 0
  }, count * rowHeight)
}

/**
 * Scrolls through a list of apps with the wheel, in a slow browser, and measures blocking tasks.
 */
function scrolledThrough(rows: number): Promise<Figure[]> {
  return withServer(100_000, (server) =>
    inBrowser(server, '/apps?tab=public', async ({ page, longTasks }) => {
      await loadRows(page, rows)
      await page.getByRole('grid', { name: 'Apps' }).hover()
      await page.waitForTimeout(500)
      await longTasks()
      for (let turn = 0; turn < wheelTurns; turn += 1) {
        // Every tenth turn jumps to rows that are not rendered near the others.
        await page.mouse.wheel(0, turn % 10 === 9 ? (rows * rowHeight) / 12 : 600)
        await page.waitForTimeout(50)
      }
      const tasks = await longTasks()
      return [
        figure(
          `scrolling ${rows.toLocaleString('en')} rows, 4 times slowed: longest task`,
          Math.max(0, ...tasks),
          { atMost: 50, unit: 'ms' },
        ),
        { what: '… tasks over 50 ms', seen: String(tasks.length) },
      ]
    }),
  )
}

/** Scrolls through the start of the catalog. */
export const scrolling = () => scrolledThrough(1000)

/** Scrolls through the whole catalog, which takes some minutes to load. */
export const scrollingAll = () => scrolledThrough(100_000)
