import { expect, test } from 'vitest'
import { elementKey, selector } from './field'
import { foldText, keyFromName } from './folded-text'

test('a key is cut between characters', () => {
  const key = keyFromName(`a${'\u{20BB7}'.repeat(60)}`)
  expect(key.isWellFormed()).toBe(true)
  expect(key).toBe(`a${'\u{20BB7}'.repeat(44)}`)
  expect(keyFromName(`${'a'.repeat(89)} b`)).toBe('a'.repeat(89))
})

test('keys and selectors are composed, however they were typed', () => {
  const composed = '한글'.normalize('NFC')
  const decomposed = composed.normalize('NFD')
  expect(keyFromName(decomposed)).toBe(composed)
  expect(elementKey.parse(decomposed)).toBe(composed)
  expect(selector.parse(decomposed)).toBe(composed)
})

test('a final sigma is the same letter as any other sigma', () => {
  expect(foldText('ΟΔΟΣ')).toBe(foldText('οδοσ'))
  expect(foldText('Οδός')).toBe(foldText('οδοσ'))
})
