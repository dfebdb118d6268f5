import { expect, test } from 'vitest'
import { newestFirst, nextVersion } from './connector-versions'

test.each([
  [[], '1.0.0'],
  [['1.0.0'], '1.1.0'],
  [['1.9.3', '1.10.1', '1.2.0'], '1.11.0'],
  [['2.0.0', '1.7.0'], '2.1.0'],
  [['1.999999999999999.0', '1.999999999999998.0'], '1.1000000000000000.0'],
  [['nightly', '2024', '', '1.2.0'], '1.3.0'],
  [['2024'], '1.0.0'],
])('after %j comes %s', (published, next) => {
  expect(nextVersion(published)).toBe(next)
})

test('versions are compared by their numbers', () => {
  const versions = ['1.9.0', '1.10.0', '2.0.0', '1.10.1', '1.9.0']
  expect(versions.sort(newestFirst)).toEqual(['2.0.0', '1.10.1', '1.10.0', '1.9.0', '1.9.0'])
})
