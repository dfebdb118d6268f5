// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import {
  loadPart,
  reportRecoveredError,
  stayWithoutFiles,
  useLoadFailure,
  wasOfflineLoad,
} from './new-version'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

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

function fail(onLine: boolean): TypeError {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  const payload = new TypeError('Failed to fetch')
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  return payload
}

test('a page that could not be loaded without a network is told from one that is gone', () => {
  stayWithoutFiles()
  const [offline, gone] = [fail(false), fail(true)]
  expect([wasOfflineLoad(offline), wasOfflineLoad(gone)]).toEqual([true, false])
  expect(gone.message).toBe('A page could not be loaded. Failed to fetch')
})

test('a page whose failure is reported just after the network is back is not gone', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000)
  stayWithoutFiles()
  dispatchEvent(new Event('online'))
  now.mockReturnValue(5999)
  expect(wasOfflineLoad(fail(true))).toBe(true)
  now.mockReturnValue(6000)
  expect(wasOfflineLoad(fail(true))).toBe(false)
})

test('a part whose failure is reported just after the network is back is not gone', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const place = document.createElement('div')
  const Failure = () => useLoadFailure() ?? 'none'
  await act(async () => createRoot(place).render(createElement(Failure)))
  const loadMissing = () => loadPart(() => Promise.reject(new Error('Missing')))
  dispatchEvent(new Event('online'))
  now.mockReturnValue(5999)
  await act(async () => expect(loadMissing()).rejects.toThrow('could not be loaded'))
  expect(place.textContent).toBe('offline')
  now.mockReturnValue(6000)
  await act(async () => expect(loadMissing()).rejects.toThrow('could not be loaded'))
  expect(place.textContent).toBe('gone')
})
