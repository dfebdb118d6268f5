import { expect, test } from 'vitest'
import { mergeHead } from './merge-head'

const rows = (ids: string, version = 1) => Array.from(ids, (id) => ({ id, version }))
const shown = (merged: ReturnType<typeof mergeHead<{ id: string; version: number }>>) =>
  merged.rows.map(({ id, version }) => id + String(version)).join(' ')

test('new rows come first, and rows that changed are replaced', () => {
  const merged = mergeHead(rows('zab', 2), rows('abcd'), false)
  expect(shown(merged)).toBe('z2 a2 b2 c1 d1')
  expect(merged.hasGap).toBe(false)
})

test('a head that holds the whole list replaces it', () => {
  expect(shown(mergeHead(rows('b', 2), rows('abcd'), true))).toBe('b2')
  expect(shown(mergeHead([], rows('ab'), true))).toBe('')
})

test('more new rows than the head holds leave a gap', () => {
  const merged = mergeHead(rows('yz', 2), rows('ab'), false)
  expect([shown(merged), merged.hasGap]).toEqual(['y2 z2 a1 b1', true])
  expect(mergeHead(rows('yz', 2), rows('a'), false).hasGap).toBe(true)
  expect(mergeHead(rows('yz', 2), [], false).hasGap).toBe(false)
})

test('beyond a gap, a row that has moved up is shown once', () => {
  expect(shown(mergeHead(rows('yaz', 2), rows('ab'), false))).toBe('y2 a2 z2 b1')
})

test('in a sorted list, a row that has moved up into the head is shown once', () => {
  expect(shown(mergeHead(rows('cab', 2), rows('abcd'), false))).toBe('c2 a2 b2 d1')
})
