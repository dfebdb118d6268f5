import { inBrowser } from './browser'
import { figure, quantile, type Figure } from './figure'
import { withServer } from './server'

const rounds = 5
/** What of a task is beyond this blocks the page. */
const blockingFromMilliseconds = 50

/** From the address to a page that can be used, in a slow browser with an empty cache. */
export const firstPage = (): Promise<Figure[]> =>
  withServer(10_000, async (server) => {
    const usable: number[] = []
    const blocked: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await inBrowser(server, '', async ({ page, longTasks }) => {
        await page.getByText('Workspace key').waitFor()
        usable.push((await page.evaluate(() => performance.now())) / 1000)
        blocked.push(
          (await longTasks()).reduce(
            (sum, task) => sum + Math.max(0, task - blockingFromMilliseconds),
            0,
          ),
        )
      })
    }
    return [
      figure('first usable page, 4 times slowed: median of five', quantile(usable, 0.5), {
        atMost: 2,
        unit: 's',
        digits: 2,
      }),
      figure('… time in which it was blocked', quantile(blocked, 0.5), { atMost: 150, unit: 'ms' }),
    ]
  })
