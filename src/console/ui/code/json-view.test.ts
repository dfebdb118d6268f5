// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { expect, test } from 'vitest'
import { render } from '@/console/testing/render'
import { JsonView } from './json-view'

const copied: string[] = []

const view = (value: unknown, search = '') =>
  render(createElement(JsonView, { name: 'Document', value, search, onSearch: () => {} })).place

/** Clicks the button that copies the path of the only member. */
async function copyPath(writeText: (text: string) => Promise<void>): Promise<void> {
  // A spy would handle a rejection itself.
  Object.assign(navigator.clipboard, { writeText })
  const place = view({ 'a b': 1 })
  await act(async () => {
    place.querySelector<HTMLElement>('ul ul [aria-label^="Copy path"]')?.click()
  })
}

/** Returns the paths of what is shown. */
const shownPaths = (place: HTMLElement) =>
  [...place.querySelectorAll('[aria-label^="Copy path"]')].map((button) =>
    button.getAttribute('aria-label')?.replace('Copy path ', ''),
  )

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

test('a search for a name shows all that is below it', () => {
  const value = { input: { type: 'object', fields: { type: 'x' } }, output: { type: 'text' } }
  expect(shownPaths(view(value, 'input'))).toEqual([
    '$',
    '$.input',
    '$.input.type',
    '$.input.fields',
  ])
  expect(shownPaths(view(value, 'text'))).toEqual(['$', '$.output', '$.output.type'])
})

test.each(['', 'b'])('a large branch shows 100 members at once; search: %j', async (search) => {
  const fields = Array.from({ length: 101 }, (_field, index) => [`f${index}`, 'b'])
  const place = view(Object.fromEntries(fields), search)
  const members = () => shownPaths(place).length - 1
  const more = () => place.querySelector<HTMLElement>('ul ul > li:last-child button')
  expect([members(), more()?.textContent]).toEqual([100, 'Show 1 more'])
  await act(async () => more()?.click())
  expect([members(), more()?.textContent]).toEqual([101, ''])
})
