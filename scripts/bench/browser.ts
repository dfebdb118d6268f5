import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../find-browser.mjs'
import { newWorkspace, type BenchServer } from './server'

/** The CPU slowdown of the browser. */
const throttling = 4
/** The browser reports no shorter events. */
const shortestToldMilliseconds = 16

export interface Tab {
  page: Page
  /** Milliseconds from each key or click to its paint, since the last call. */
  paints: () => Promise<number[]>
  /** Milliseconds of each task that blocked the page for more than 50 ms, since the last call. */
  longTasks: () => Promise<number[]>
}

declare global {
  interface Window {
    bench: { interactions: Map<number, number>; pressed: number; longTasks: number[] }
  }
}

function observe() {
  // TypeScript's own types lack the threshold.
  const eventTiming = { type: 'event', durationThreshold: 16, buffered: true }
  window.bench = { interactions: new Map(), pressed: 0, longTasks: [] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue
      const { interactions } = window.bench
      interactions.set(
        entry.interactionId,
        Math.max(interactions.get(entry.interactionId) ?? 0, entry.duration),
      )
    }
  }).observe(eventTiming)
  new PerformanceObserver((list) =>
    window.bench.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask', buffered: true })
  for (const kind of ['keydown', 'pointerdown'])
    addEventListener(kind, () => (window.bench.pressed += 1), true)
}

/** Opens a page of a fresh workspace in a slowed-down browser, signed in, with an empty cache. */
export async function inBrowser<Result>(
  server: BenchServer,
  path: string,
  work: (tab: Tab) => Promise<Result>,
): Promise<Result> {
  const { id: workspaceId, token } = await newWorkspace(server)
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
    await page.addInitScript(
      (session) => sessionStorage.setItem('signalbox-session', session),
      JSON.stringify({ baseUrl: '/api', token, workspaceId }),
    )
    await page.addInitScript(observe)
    await page.goto(`${server.origin}/w/${workspaceId}${path}`, { waitUntil: 'commit' })
    return await work({
      page,
      async paints() {
        const { told, pressed } = await page.evaluate(() => {
          const { interactions, pressed } = window.bench
          window.bench.interactions = new Map()
          window.bench.pressed = 0
          return { told: [...interactions.values()], pressed }
        })
        return [
          ...told,
          ...Array<number>(Math.max(0, pressed - told.length)).fill(shortestToldMilliseconds),
        ]
      },
      longTasks: () => page.evaluate(() => window.bench.longTasks.splice(0)),
    })
  } finally {
    await browser.close()
  }
}
