import { inBrowser } from './browser'
import { figure, medianOf, type Figure } from './figure'
import { loadedPages, type LoadedPage } from './pages'
import { withServer, type BenchServer } from './server'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** The idle time after which a page counts as loaded. */
const quietMilliseconds = 1500

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
    for (const page of loadedPages) {
      const visits: Visit[] = []
      for (let round = 0; round < rounds; round += 1) visits.push(await visit(server, page))
      const seconds = { unit: 's', digits: 2 }
      const median = (fact: keyof Visit) => medianOf(visits, (each) => each[fact])
      figures.push(
        figure(`${page.what} on a slow phone: first paint`, median('firstPaint'), seconds),
        figure('… largest paint (LCP)', median('largestPaint'), { ...seconds, atMost: 2.5 }),
        figure('… content', median('content'), seconds),
        figure('… blocked (TBT)', median('blocked'), { atMost: 200, unit: 'ms' }),
      )
    }
    return figures
  })
