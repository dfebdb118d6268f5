import { expect, test } from 'vitest'
import { LatestUsed } from './latest-used'

test('however many come, only so many are kept: those that were asked for last', () => {
  const kept = new LatestUsed<string>(3)
  for (const name of ['a', 'b', 'c']) kept.set(name, name)
  expect(kept.get('a'), 'asked for, so that b is the oldest').toBe('a')
  kept.set('d', 'd')
  expect(['a', 'b', 'c', 'd'].map((name) => kept.get(name))).toEqual(['a', undefined, 'c', 'd'])
  for (let index = 0; index < 1000; index += 1) kept.set(`more ${index}`, 'more')
  expect(['a', 'c', 'd', 'more 996', 'more 997', 'more 999'].map((name) => kept.get(name))).toEqual([undefined, undefined, undefined, undefined, 'more', 'more'])
})

test('what is kept anew stands in place of what was', () => {
  const kept = new LatestUsed<number>(2)
  for (const value of [1, 2, 3]) kept.set('same', value)
  kept.set('other', 4)
  expect([kept.get('same'), kept.get('other')]).toEqual([3, 4])
})
