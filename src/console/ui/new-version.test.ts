import { afterEach, expect, test, vi } from 'vitest'
import { reportRecoveredError } from './new-version'

afterEach(() => vi.unstubAllGlobals())

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
