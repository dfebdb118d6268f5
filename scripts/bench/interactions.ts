import { inBrowser, type Tab } from './browser'
import { figure, quantile, type Figure } from './figure'
import { withServer } from './server'

/** The pace of a fast typist; each key gets its own paint. */
const betweenKeysMilliseconds = 110

async function press(page: Tab['page'], keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(betweenKeysMilliseconds)
  }
}

const repeated = (times: number, keys: readonly string[]): string[] =>
  Array.from({ length: times }, () => keys).flat()

interface Interaction {
  what: string
  path: string
  ready: (page: Tab['page']) => Promise<void>
  keys: readonly string[]
}

const typedAndDeleted = repeated(4, [
  ...Array.from('salesforce'),
  ...Array<string>(10).fill('Backspace'),
])
const grid = (page: Tab['page']) => page.getByRole('grid').focus()
const interactions: readonly Interaction[] = [
  {
    what: 'key in the limits grid',
    path: '/limits',
    ready: grid,
    keys: repeated(12, ['ArrowDown', '4', '2', '0', 'Enter', 'ArrowRight', 'ArrowLeft']),
  },
  {
    what: 'toggle in the alert matrix',
    path: '/alerts',
    ready: grid,
    keys: repeated(30, ['Space', 'ArrowDown']),
  },
  {
    what: 'key in the app search',
    path: '/apps?tab=public',
    ready: async (page) => {
      await page.getByRole('grid').waitFor()
      await page.getByRole('textbox', { name: 'Find an app' }).focus()
    },
    keys: typedAndDeleted,
  },
  {
    what: 'key in the settings',
    path: '/settings',
    ready: (page) => page.getByRole('textbox', { name: 'Name', exact: true }).focus(),
    keys: typedAndDeleted,
  },
]

/** Measures the time from a key to its paint, in a slow browser. */
export const interaction = (): Promise<Figure[]> =>
  withServer(10_000, async (server) => {
    const figures: Figure[] = []
    for (const { what, path, ready, keys } of interactions) {
      await inBrowser(server, path, async ({ page, paints }) => {
        await ready(page)
        // During the first few keys the page is still loading and compiling.
        await press(page, keys.slice(0, 10))
        await paints()
        await press(page, keys)
        const seen = await paints()
        figures.push(
          figure(`${what}, to its paint, 4 times slowed: p95`, quantile(seen, 0.95), {
            atMost: 50,
            unit: 'ms',
          }),
          figure('… median', quantile(seen, 0.5), { unit: 'ms' }),
        )
      })
    }
    return figures
  })
