import { expect, test } from 'vitest'
import { errorText } from './error-text'

test('the text of an error can be stored: 300 characters, without NUL or lone surrogates', () => {
  expect(errorText(new Error('a\0b\uD800c😀'))).toBe('a\u{FFFD}b\u{FFFD}c😀')
  expect(errorText('x'.repeat(400))).toBe('x'.repeat(300))
  expect(errorText(`${'x'.repeat(299)}😀`)).toBe(`${'x'.repeat(299)}\u{FFFD}`)
  expect(errorText(undefined)).toBe('undefined')
})
