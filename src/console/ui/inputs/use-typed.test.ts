// @vitest-environment happy-dom
import { act } from 'react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderHook } from '@/console/testing/render'
import { debounceMilliseconds, useTyped } from './use-typed'

/** A field whose values arrive when the test says so, as in a URL while a page is loading. */
function useLateField() {
  const [value, setValue] = useState('')
  const [passed, setPassed] = useState<readonly string[]>([])
  const onValue = (next = '') => setPassed((before) => [...before, next])
  return { ...useTyped({ value, onValue }), passed, arrive: setValue }
}

test('a text that is cleared while its search is on its way does not come back', async () => {
  vi.useFakeTimers()
  const field = renderHook(useLateField)
  act(() => field().type('x'))
  await act(() => vi.advanceTimersByTimeAsync(debounceMilliseconds))
  expect(field().passed).toEqual(['x'])
  act(() => field().clear())
  act(() => field().arrive('x'))
  expect(field()).toMatchObject({ typed: '', passed: ['x', ''] })
  vi.useRealTimers()
})
