import { inBrowser } from './browser'
import { figure, quantile, type Figure } from './figure'
import { withServer } from './server'

const rounds = 5

/** Measures the time to a usable page, in a slow browser with an empty cache. */
export const firstPage = (): Promise<Figure[]> =>
  withServer(10_000, async (server) => {
    const usable: number[] = []
    const blocked: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await inBrowser(server, '', async ({ page, blockedTime }) => {
        await page.getByText('Workspace key').waitFor()
        usable.push((await page.evaluate(() => performance.now())) / 1000)
        blocked.push(await blockedTime())
      })
    }
    return [
      figure('first usable page, 4 times slowed: median of five', quantile(usable, 0.5), {
        atMost: 2,
        unit: 's',
        digits: 2,
      }),
      figure('… time blocked', quantile(blocked, 0.5), { atMost: 150, unit: 'ms' }),
    ]
  })
