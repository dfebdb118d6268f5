// @vitest-environment happy-dom
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { render } from '@/console/testing/render'
import { CodeBlock } from './code-block'

/** Returns the text of each part. */
function partsOf(text: string): (string | null)[] {
  const { place } = render(createElement(CodeBlock, null, text))
  return [...(place.querySelector('pre')?.childNodes ?? [])].map((part) => part.textContent)
}

test('a long text is whole, in parts that are laid out as they come on the screen', () => {
  const text = Array.from({ length: 1001 }, (_, index) => `line ${index}\r`).join('\n')
  const parts = partsOf(text)
  expect(parts.join('\n')).toBe(text)
  expect(parts).toHaveLength(6)
  expect(partsOf('a\nb\n')).toHaveLength(1)
})
