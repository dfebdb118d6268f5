import { expect, test } from 'vitest'
import { nextVersion } from './next-version'

test.each([
  [[], '1.0.0'],
  [['1.0.0'], '1.1.0'],
  [['1.9.3', '1.10.1', '1.2.0'], '1.11.0'],
  [['2.0.0', '1.7.0'], '2.1.0'],
])('after %j comes %s', (published, next) => {
  expect(nextVersion(published)).toBe(next)
})
