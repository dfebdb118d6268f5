// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  dismissLoadFailure,
  loadFailureOf,
  reloadKeepingChanges,
  reportRecoveredError,
  stayWithoutFiles,
  useLoadFailure,
} from './load-failure'
import { lazyPart, loadPart } from './load-part'
import { LoadedPart } from './loaded-part'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterAll(() => {
  vi.useRealTimers()
})

afterEach(async () => {
  await setReachable(true)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

stayWithoutFiles()

const recovered = (cause: Error) => new Error('Rendered again', { cause })

test('errors that React recovered from are reported, unless a file only arrived late', () => {
  const report = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', report)
  reportRecoveredError(
    recovered(
      new TypeError('A page could not be loaded. Failed to fetch dynamically imported module'),
    ),
  )
  expect(report).not.toHaveBeenCalled()
  const other = recovered(new TypeError('undefined is not a function'))
  reportRecoveredError(other)
  expect(report).toHaveBeenCalledExactlyOnceWith(other)
})

const place = document.createElement('div')
const shown = createRoot(place)
const Failure = () => useLoadFailure() ?? 'none'

/** Sets whether the server responds, and lets the console notice. */
async function setReachable(isReachable: boolean): Promise<void> {
  vi.stubGlobal('fetch', async () => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    return new Response()
  })
  await act(async () => {
    await vi.advanceTimersByTimeAsync(1500)
    await vi.advanceTimersByTimeAsync(0)
  })
}

/** Sets whether the server responds, and shows the failures of parts. */
async function begin({ isReachable }: { isReachable: boolean }): Promise<void> {
  await setReachable(isReachable)
  // What the browser says of the network does not matter.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isReachable)
  await act(async () => {
    dismissLoadFailure()
    shown.render(createElement(Failure))
  })
}

function failPage(): TypeError {
  const payload = new TypeError('Failed to fetch')
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  return payload
}

async function failPart(): Promise<void> {
  const loadMissing = () => loadPart(() => Promise.reject(new Error('Missing')))
  await act(async () => expect(loadMissing()).rejects.toThrow('could not be loaded'))
}

test.each([
  [false, 'unreachable'],
  [true, 'gone'],
])('while the server responds (%s), what could not be loaded is %s', async (isReachable, why) => {
  await begin({ isReachable })
  const failure = failPage()
  expect(await loadFailureOf(failure)).toBe(why)
  expect(failure.message).toBe('A page could not be loaded. Failed to fetch')
  await failPart()
  expect(place.textContent).toBe(why)
})

test('the console reloads only while the server responds', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  await begin({ isReachable: false })
  await act(reloadKeepingChanges)
  expect(place.textContent).toBe('unreachable')
  expect(reload).not.toHaveBeenCalled()
  await begin({ isReachable: true })
  await act(reloadKeepingChanges)
  expect(reload).toHaveBeenCalledOnce()
})

test('what fails to load just before the network is back is not gone', async () => {
  // Before the tests began, so that the files that this worker runs next are not close to it.
  const now = vi.spyOn(performance, 'now').mockReturnValue(-5000)
  await begin({ isReachable: true })
  dispatchEvent(new Event('online'))
  for (const [time, why, shown] of [
    [-4001, 'unreachable', 'none'],
    [-4000, 'gone', 'gone'],
  ] as const) {
    now.mockReturnValue(time)
    expect(await loadFailureOf(failPage())).toBe(why)
    await failPart()
    expect(place.textContent).toBe(shown)
  }
})

test('a part that could not be loaded is loaded once the server responds', async () => {
  let isThere = false
  const Part = lazyPart(async () => {
    if (!isThere) throw new Error('Missing')
    return { default: () => 'loaded' }
  })
  await begin({ isReachable: false })
  vi.spyOn(console, 'error').mockReturnValue()
  const props = { failed: 'failed', children: createElement(Part) }
  const part = (staysFailed: boolean) =>
    createElement(LoadedPart, { ...props, staysFailed, key: String(staysFailed) })
  await act(async () =>
    shown.render([createElement(Failure, { key: '' }), part(false), part(true)]),
  )
  expect(place.textContent).toBe('unreachablefailedfailed')
  isThere = true
  await setReachable(true)
  expect(place.textContent, 'where someone may type in what replaces it, it stays').toBe(
    'noneloadedfailed',
  )
})
