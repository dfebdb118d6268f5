// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { reportRecoveredError, stayWithoutFiles, wasOfflineLoad } from './new-version'

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

test('a page that could not be loaded without a network is told from one that is gone', () => {
  stayWithoutFiles()
  const fail = (onLine: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    const payload = new TypeError('Failed to fetch')
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    return payload
  }
  const [offline, gone] = [fail(false), fail(true)]
  expect([wasOfflineLoad(offline), wasOfflineLoad(gone)]).toEqual([true, false])
  expect(gone.message).toBe('A page could not be loaded. Failed to fetch')
})
