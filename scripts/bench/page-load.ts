import type { Page } from '@playwright/test'
import { inBrowser } from './browser'
import { figure, quantile, type Figure } from './figure'
import { withServer, type BenchServer } from './server'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** The idle time after which a page counts as loaded. */
const quietMilliseconds = 1500

interface LoadedPage {
  what: string
  path: string
  /** The main content of the page. */
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
    content: (page) => page.getByRole('heading', { name: 'Connectors', exact: true }),
  },
]

/** The times of one visit in seconds, except the blocked time, which is in milliseconds. */
interface Visit {
  firstPaint: number
  largestPaint: number
  content: number
  blocked: number
}

/** Loads a page on a slow phone with an empty cache, until it is idle. */
function visit(
  server: BenchServer,
  { path, content, isSignedOut = false }: LoadedPage,
): Promise<Visit> {
  return inBrowser(
    server,
    path,
    async ({ page, firstPaints, blockedTime }) => {
      await content(page).waitFor()
      const milliseconds = await page.evaluate(() => performance.now())
      await page.waitForTimeout(quietMilliseconds)
      const { first, largest } = await firstPaints()
      return {
        firstPaint: first / 1000,
        largestPaint: largest / 1000,
        content: milliseconds / 1000,
        blocked: await blockedTime(),
      }
    },
    { isPhone: true, isSignedOut },
  )
}

/** Measures page loads as Lighthouse's mobile profile does. */
export const pageLoad = (): Promise<Figure[]> =>
  withServer(10_000, async (server) => {
    const figures: Figure[] = []
    for (const page of pages) {
      const visits: Visit[] = []
      for (let round = 0; round < rounds; round += 1) visits.push(await visit(server, page))
      const median = (time: keyof Visit) =>
        quantile(
          visits.map((each) => each[time]),
          0.5,
        )
      const seconds = { unit: 's', digits: 2 }
      figures.push(
        figure(`${page.what} on a slow phone: first paint`, median('firstPaint'), seconds),
        figure('… largest paint (LCP)', median('largestPaint'), { ...seconds, atMost: 2.5 }),
        figure('… content', median('content'), seconds),
        figure('… blocked (TBT)', median('blocked'), { atMost: 200, unit: 'ms' }),
      )
    }
    return figures
  })
