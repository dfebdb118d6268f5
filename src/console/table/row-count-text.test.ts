import { expect, test } from 'vitest'
import { rowCountText } from './row-count-text'

test('the number of rows has a plus where more may follow', () => {
  const words = ['app', 'apps'] as const
  expect(rowCountText(1, words, false)).toBe('1 app')
  expect(rowCountText(200, words, true)).toBe('200+ apps')
})
