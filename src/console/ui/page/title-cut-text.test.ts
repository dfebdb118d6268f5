// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { titleCutText } from './title-cut-text'

function point(element: HTMLElement): void {
  element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
}

test('a text that does not fit has its whole as a title, while it does not', () => {
  titleCutText()
  document.body.innerHTML =
    '<p style="text-overflow: ellipsis">A long <b>name</b></p><p title="Own">A long name</p>'
  const [cut, own] = document.querySelectorAll('p')
  const bold = document.querySelector('b')
  if (cut === undefined || own === undefined || bold === null) throw new Error('No elements')
  const width = (pixels: number) =>
    Object.defineProperty(cut, 'scrollWidth', { value: pixels, configurable: true })
  width(200)
  point(bold)
  expect(cut.title).toBe('A long name')
  width(0)
  point(bold)
  expect(cut.hasAttribute('title')).toBe(false)
  point(own)
  expect(own.title).toBe('Own')
})
