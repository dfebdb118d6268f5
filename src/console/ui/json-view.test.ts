// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { JsonView } from './json-view'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const copied: string[] = []

/** Clicks the button that copies the path of the only member. */
async function copyPath(writeText: (text: string) => Promise<void>): Promise<void> {
  // A spy would handle a rejection itself.
  Object.assign(navigator.clipboard, { writeText })
  const place = document.createElement('div')
  await act(async () => {
    createRoot(place).render(
      createElement(
        MantineProvider,
        null,
        createElement(JsonView, {
          name: 'Document',
          value: { 'a b': 1 },
          search: '',
          onSearch: () => {},
        }),
      ),
    )
  })
  await act(async () => {
    place.querySelector<HTMLElement>('ul ul [aria-label^="Copy path"]')?.click()
  })
}

test('the path of a member is copied', async () => {
  await copyPath(async (text) => void copied.push(text))
  expect(copied).toEqual(['$["a b"]'])
})

test('a browser that refuses the clipboard makes no uncaught error', async () => {
  const uncaught: unknown[] = []
  const note = (reason: unknown) => uncaught.push(reason)
  process.on('unhandledRejection', note)
  await copyPath(async () => {
    throw new DOMException('denied')
  })
  await new Promise((done) => setImmediate(done))
  process.off('unhandledRejection', note)
  expect(uncaught).toEqual([])
})
