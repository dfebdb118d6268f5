// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { CodeBlock } from './code-block'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Returns the text of each part. */
async function render(text: string): Promise<(string | null)[]> {
  const place = document.createElement('div')
  await act(async () => createRoot(place).render(createElement(CodeBlock, null, text)))
  return [...(place.querySelector('pre')?.childNodes ?? [])].map((part) => part.textContent)
}

test('a long text is whole, in parts that are laid out as they come on the screen', async () => {
  const text = Array.from({ length: 1001 }, (_, index) => `line ${index}\r`).join('\n')
  const parts = await render(text)
  expect(parts.join('\n')).toBe(text)
  expect(parts).toHaveLength(6)
  expect(await render('a\nb\n')).toHaveLength(1)
})
