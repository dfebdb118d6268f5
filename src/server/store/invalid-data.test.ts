import { expect, test } from 'vitest'
import { isInvalidData } from './invalid-data'

const failure = (code: unknown) => Object.assign(new Error('failed'), { code })

test.each([
  ['a number that divides by 0', failure('22012'), true],
  ['a value that exists already', failure('23505'), true],
  ['data that our code cannot read', new TypeError('no such member'), true],
  ['a number out of range', new RangeError('no such time'), true],
  ['a connection that was lost', failure('08006'), false],
  ['a code of the operating system', failure('22'), false],
  ['an error without a code', new Error('23505'), false],
  ['something else than an error', { code: '23505' }, false],
])('whether %s is invalid data', (_name, error, expected) => {
  expect(isInvalidData(error)).toBe(expected)
})
