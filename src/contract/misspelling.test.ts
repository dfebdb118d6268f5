import fc from 'fast-check'
import { expect, test } from 'vitest'
import { misspeltLetters, misspellingPattern } from './misspelling'

const letter = fc.constantFrom('a', 'b', 'c', 'é', '한')
const word = fc.array(letter, { minLength: 4, maxLength: 12 })

function matches(text: readonly string[], typed: readonly string[]): boolean {
  return new RegExp(`^${misspellingPattern(typed)}$`, 'u').test(text.join(''))
}

test('a text matches itself and any single typo before its last letter', () => {
  fc.assert(
    fc.property(word, letter, fc.nat(), (text, other, chosen) => {
      const at = chosen % (text.length - 2)
      const [before, after] = [text.slice(0, at), text.slice(at + 1)]
      const [here = '', next = '', ...others] = text.slice(at)
      expect(matches(text, text)).toBe(true)
      expect(matches(text, [...before, other, ...after]), 'one is wrong').toBe(true)
      expect(matches(text, [...before, other, here, ...after]), 'one too many').toBe(true)
      expect(matches(text, [...before, ...after]), 'one is missing').toBe(true)
      expect(matches(text, [...before, next, here, ...others]), 'two are swapped').toBe(true)
    }),
  )
})

test('a text does not match with two wrong letters', () => {
  fc.assert(
    fc.property(word, fc.nat(), (text, chosen) => {
      const at = chosen % (text.length - 1)
      expect(matches(text, [...text.slice(0, at), 'x', 'y', ...text.slice(at + 2)])).toBe(false)
    }),
  )
})

test('special characters of regular expressions match literally', () => {
  const typed = Array.from('a.b*c')
  expect(matches(typed, typed)).toBe(true)
  expect(matches(Array.from('axbbbc'), typed)).toBe(false)
})

test('short texts would match too much, and long ones cost too much', () => {
  const isTried = (length: number) => misspeltLetters('é'.repeat(length)) !== undefined
  expect([3, 4, 40, 41].map(isTried)).toEqual([false, true, true, false])
})
