// @vitest-environment happy-dom
import { act } from 'react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderHook } from '@/console/testing/render'
import { useTextFile } from './use-text-file'

/** A file that was removed after it was chosen. */
class RemovedFile extends File {
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new DOMException('The file could not be read', 'NotReadableError'))
  }
}

function useField() {
  const [text, setText] = useState('kept')
  return { text, setText, ...useTextFile({ text, onText: setText }) }
}

test('a file that cannot be read is reported until the text changes', async () => {
  const field = renderHook(useField)
  await act(() => field().readFile(new RemovedFile([], 'list.csv')))
  expect(field().fileError).toMatch(/^list\.csv can’t be read\. /)
  expect(field().text).toBe('kept')
  act(() => field().setText('typed'))
  expect(field().fileError).toBeUndefined()
  act(() => field().setText('kept'))
  expect(field().fileError, 'nor is it when the text is as before').toBeUndefined()
})

test('the next file that is read ends the report, even if it has the same text', async () => {
  const field = renderHook(useField)
  await act(() => field().readFile(new File(['PK\0\0'], 'list.xlsx')))
  expect(field().fileError).toBe('list.xlsx is not a text file.')
  await act(() => field().readFile(new File(['kept'], 'list.csv')))
  expect(field().fileError).toBeUndefined()
})

test('a file that is refused is not read', async () => {
  const refuse = ({ name }: File) => `${name} is too large`
  const field = renderHook(() => useTextFile({ text: '', onText: expect.unreachable, refuse }))
  await act(() => field().readFile(new File(['text'], 'large.txt')))
  expect(field().fileError).toBe('large.txt is too large')
})
