import { expect, test } from 'vitest'
import { formatDateTime } from '@/console/ui/format/format-date'
import { comparableSides, listChangeText, shortTexts } from './value-text'

test.each([
  [['a', 'b'], ['a', 'b', 'c'], 'added c'],
  [['a', 'b'], ['b'], 'removed a'],
  [['a'], ['b', 'c'], 'added b, c; removed a'],
  [[{ name: 'old', publicKey: '1' }], [{ name: 'new', publicKey: '1' }], 'added new; removed old'],
  [[{ name: 'key', publicKey: '1' }], [{ name: 'key', publicKey: '2' }], 'changed key'],
  [[{ name: 'key' }, 'a'], ['a', { name: 'key' }], undefined],
  [[], [], undefined],
  [null, ['a'], undefined],
  ['a', 'b', undefined],
])('a change from %j to %j is %j', (before, after, text) => {
  expect(listChangeText(before, after)).toBe(text)
})

test.each([
  [[{ name: 'key', publicKey: '1' }], [{ name: 'key', publicKey: '2' }], true],
  [{ type: 'object' }, { type: 'array' }, true],
  [['a'], ['b'], false],
  [true, false, false],
  ['a', 'b', false],
  ['a\nb', 'a', true],
  [undefined, { type: 'object' }, false],
])('words do not tell %j from %j: %j', (before, after, expected) => {
  expect(comparableSides(before, after) !== undefined).toBe(expected)
})

test('a time is shown as one, and nothing else is', () => {
  const time = '2026-05-20T10:00:00.000Z'
  expect(shortTexts(undefined, time)).toEqual(['none', formatDateTime(time)])
  expect(shortTexts(false, '2026-05-20')).toEqual(['off', '2026-05-20'])
})

test('long texts that begin alike are cut around what differs', () => {
  const code = (value: string) =>
    `${'a line of code\n'.repeat(9)}return ${value}\n${'b'.repeat(99)}`
  const [before, after] = shortTexts(code('old'), code('new'))
  expect(before).toMatch(/^….{0,8}code\sreturn old\sb+…$/)
  expect(after).toMatch(/^….{0,8}code\sreturn new\sb+…$/)
  const [emoji] = shortTexts(`${'😀'.repeat(40)}a`, `${'😀'.repeat(40)}b`)
  expect(emoji).toMatch(/^…(?:😀)+a$/)
  expect(shortTexts(`${'c'.repeat(58)}1${'c'.repeat(9)}`, 'c'.repeat(58))).toEqual([
    `…${'c'.repeat(15)}1${'c'.repeat(9)}`,
    `…${'c'.repeat(15)}`,
  ])
  expect(shortTexts(`${'c'.repeat(58)}1`, `${'c'.repeat(58)}2`)).toEqual([
    `${'c'.repeat(58)}1`,
    `${'c'.repeat(58)}2`,
  ])
  expect(shortTexts('c'.repeat(70), 'd')).toEqual([`${'c'.repeat(60)}…`, 'd'])
})

test('a long change is cut', () => {
  const text = listChangeText(
    [],
    Array.from({ length: 100 }, (_, index) => `event ${index}`),
  )
  expect(text).toMatch(/^added event 0, .{40,60}…$/)
})
