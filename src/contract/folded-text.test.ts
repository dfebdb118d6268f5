import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementKey, selector } from './field'
import { foldText, keyFromName } from './folded-text'

test('a key is cut between characters', () => {
  const key = keyFromName(`a${'\u{20BB7}'.repeat(60)}`)
  expect(key.isWellFormed()).toBe(true)
  expect(key).toBe(`a${'\u{20BB7}'.repeat(44)}`)
  expect(keyFromName(`${'a'.repeat(89)} b`)).toBe('a'.repeat(89))
})

test('a key is composed, however the name was typed', () => {
  const composed = '한글'.normalize('NFC')
  expect(keyFromName(composed.normalize('NFD'))).toBe(composed)
})

test('a final sigma is the same letter as any other sigma', () => {
  expect(foldText('ΟΔΟΣ')).toBe(foldText('οδοσ'))
  expect(foldText('Οδός')).toBe(foldText('οδοσ'))
})

test('a sharp s is the same as two, as in capitals', () => {
  for (const street of ['STRASSE', 'STRAẞE', 'Straße']) expect(foldText(street)).toBe('strasse')
  expect(keyFromName('Große Straße')).toBe('grosse-strasse')
})

test('a key from any name is one that the API accepts and finds again, or empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const key = keyFromName(name)
      if (key === '') return
      expect(elementKey.parse(key)).toBe(key)
      expect(selector.parse(key)).toBe(key)
      expect(keyFromName(key)).toBe(key)
    }),
    { numRuns: 2000 },
  )
})

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }),
    { numRuns: 2000 },
  )
})
