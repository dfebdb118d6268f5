import { expect, test } from 'vitest'
import { findRoundedNumbers } from './rounded-numbers'

test.each([
  ['9007199254740993', '9007199254740992'],
  ['-9007199254740993', '9007199254740992'],
  ['9007199254740993.0', '9007199254740992'],
  ['9.007199254740993e15', '9007199254740992'],
  ['9007199254740993E0', '9007199254740992'],
  ['18446744073709551615', '18446744073709552000'],
  ['18446744073709551616', '18446744073709552000'],
  ['1e-400', '0'],
])('%s would be stored as %s', (literal, stored) => {
  const text = `{"a": "1\\"2", "b": [${literal}]}`
  const [found, ...others] = findRoundedNumbers(text)
  expect(found?.message).toContain(`stored as ${stored}:`)
  expect(text.slice(found?.offset).startsWith(literal.replace(/^-/, ''))).toBe(true)
  expect(found?.length).toBe(literal.replace(/^-/, '').length)
  expect(others).toEqual([])
})

// Otherwise, it would take half a minute.
test('the time does not grow with the square of the digits', () => {
  const literal = `0.${'0'.repeat(400)}1${'0'.repeat(200_000)}1`
  expect(findRoundedNumbers(`[${literal}]`)).toMatchObject([{ length: literal.length }])
})

test.each([
  '9007199254740992',
  '10000000000000000000000',
  '1e20',
  '1.5E+20',
  '1.7976931348623157e308',
  '5e-324',
  '0.1234567890123456789',
  '3.14159265358979323846',
  '0.00000000000000000000',
  '-0',
  '0e10',
  '0.0e-400',
  '1e400',
  '"9007199254740993"',
  '"\\"9007199254740993"',
  '"\\\\", 1, "9007199254740993"',
])('%s is stored as it is written, or refused elsewhere', (literal) => {
  expect(findRoundedNumbers(`{"9007199254740993": [${literal}]}`)).toEqual([])
})
