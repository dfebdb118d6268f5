import type { Page } from '@playwright/test'
import { inBrowser } from './browser'
import { figure, quantile, type Figure } from './figure'
import { withServer } from './server'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** What of a task is beyond this blocks the page. */
const blockingFromMilliseconds = 50
/** How long nothing happens until a page counts as loaded. */
const quietMilliseconds = 1500

interface LoadedPage {
  what: string
  path: string
  /** What the page is opened for. */
  content: (page: Page) => { waitFor: () => Promise<void> }
  isSignedOut?: boolean
}

const pages: readonly LoadedPage[] = [
  {
    what: 'sign-in',
    path: '/sign-in',
    content: (page) => page.getByRole('textbox', { name: 'Base URL of the API' }),
    isSignedOut: true,
  },
  { what: 'overview', path: '', content: (page) => page.getByText('Workspace key') },
  { what: 'limits', path: '/limits', content: (page) => page.getByRole('gridcell').first() },
  { what: 'alerts', path: '/alerts', content: (page) => page.getByRole('gridcell').first() },
  {
    what: 'apps',
    path: '/apps?tab=public',
    content: (page) => page.getByRole('gridcell').first(),
  },
  {
    what: 'settings',
    path: '/settings',
    content: (page) => page.getByRole('textbox', { name: 'Name', exact: true }),
  },
  {
    what: 'connectors',
    path: '/connectors',
    content: (page) => page.getByRole('heading', { name: 'Connectors' }),
  },
]

/**
 * From the address to the page on a slow phone with an empty cache, as Lighthouse's mobile profile.
 */
export const pageLoad = (): Promise<Figure[]> =>
  withServer(10_000, async (server) => {
    const figures: Figure[] = []
    for (const { what, path, content, isSignedOut = false } of pages) {
      const first: number[] = []
      const largest: number[] = []
      const usable: number[] = []
      const blocked: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await inBrowser(
          server,
          path,
          async ({ page, firstPaints, longTasks }) => {
            await content(page).waitFor()
            usable.push((await page.evaluate(() => performance.now())) / 1000)
            await page.waitForTimeout(quietMilliseconds)
            const paints = await firstPaints()
            first.push(paints.first / 1000)
            largest.push(paints.largest / 1000)
            blocked.push(
              (await longTasks()).reduce(
                (sum, task) => sum + Math.max(0, task - blockingFromMilliseconds),
                0,
              ),
            )
          },
          { isPhone: true, isSignedOut },
        )
      }
      figures.push(
        figure(`${what} on a slow phone: first paint`, quantile(first, 0.5), {
          unit: 's',
          digits: 2,
        }),
        figure('… largest paint (LCP)', quantile(largest, 0.5), {
          atMost: 2.5,
          unit: 's',
          digits: 2,
        }),
        figure('… content', quantile(usable, 0.5), { unit: 's', digits: 2 }),
        figure('… blocked (TBT)', quantile(blocked, 0.5), { atMost: 200, unit: 'ms' }),
      )
    }
    return figures
  })
