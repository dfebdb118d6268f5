import { chromium, type Page } from '@playwright/test'
import { browserArguments, findBrowser } from '../find-browser.mjs'
import { newWorkspace, type BenchServer } from './server'

/** The CPU slowdown of the browser. */
const throttling = 4
/** The shortest duration that the browser reports. */
const shortestReportedMilliseconds = 16
/** A task blocks the page for the time beyond this. */
const blockingFromMilliseconds = 50

/** Lighthouse's slow mobile network, simulated by the browser. */
const slowMobileNetwork = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const phoneViewport = { width: 412, height: 823 }

interface BrowserOptions {
  /** A phone on a slow mobile network, instead of a desktop next to the server. */
  isPhone?: boolean
  /** Whether the user is not signed in. */
  isSignedOut?: boolean
}

export interface Tab {
  page: Page
  /** Milliseconds from each key or click to its paint, since the last call. */
  paints: () => Promise<number[]>
  /** Milliseconds of each task that blocked the page for more than 50 ms, since the last call. */
  longTasks: () => Promise<number[]>
  /** How long such tasks blocked the page, beyond 50 ms each: the total blocking time. */
  blockedTime: () => Promise<number>
  /** Milliseconds until the first and the largest contentful paint. */
  firstPaints: () => Promise<{ first: number; largest: number }>
}

declare global {
  interface Window {
    bench: {
      interactions: Map<number, number>
      pressed: number
      longTasks: number[]
      largestPaint: number
    }
  }
}

function observe() {
  // TypeScript's own types lack the threshold, which is the lowest possible.
  const eventTiming = { type: 'event', durationThreshold: 16, buffered: true }
  window.bench = { interactions: new Map(), pressed: 0, longTasks: [], largestPaint: 0 }
  new PerformanceObserver((list) => {
    window.bench.largestPaint = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
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

function tabOf(page: Page): Tab {
  const longTasks = () => page.evaluate(() => window.bench.longTasks.splice(0))
  return {
    page,
    async paints() {
      const { reported, pressed } = await page.evaluate(() => {
        const { interactions, pressed } = window.bench
        window.bench.interactions = new Map()
        window.bench.pressed = 0
        return { reported: [...interactions.values()], pressed }
      })
      const unreported = Math.max(0, pressed - reported.length)
      return [...reported, ...Array<number>(unreported).fill(shortestReportedMilliseconds)]
    },
    longTasks,
    async blockedTime() {
      const blocked = (await longTasks()).map((task) => task - blockingFromMilliseconds)
      return blocked.reduce((sum, time) => sum + Math.max(0, time), 0)
    },
    firstPaints: () =>
      page.evaluate(() => ({
        first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        largest: window.bench.largestPaint,
      })),
  }
}

/** Opens a page of a fresh workspace in a slowed-down browser, signed in, with an empty cache. */
export async function inBrowser<Result>(
  server: BenchServer,
  path: string,
  work: (tab: Tab) => Promise<Result>,
  { isPhone = false, isSignedOut = false }: BrowserOptions = {},
): Promise<Result> {
  const { id: workspaceId, token } = await newWorkspace(server)
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: browserArguments,
  })
  try {
    const page = await browser.newPage({
      viewport: isPhone ? phoneViewport : { width: 1280, height: 800 },
      isMobile: isPhone,
      hasTouch: isPhone,
    })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
    if (isPhone) {
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', slowMobileNetwork)
    }
    if (!isSignedOut)
      await page.addInitScript(
        (session) => sessionStorage.setItem('signalbox-session', session),
        JSON.stringify({ baseUrl: '/api', token, workspaceId }),
      )
    await page.addInitScript(observe)
    await page.goto(`${server.origin}${isSignedOut ? '' : `/w/${workspaceId}`}${path}`, {
      waitUntil: 'commit',
    })
    return await work(tabOf(page))
  } finally {
    await browser.close()
  }
}
