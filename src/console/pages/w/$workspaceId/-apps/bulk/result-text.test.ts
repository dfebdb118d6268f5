import { expect, test } from 'vitest'
import { countsOf, rowsOf } from './outcomes'
import { asCsv, asText, summaryOf } from './result-text'

const items = [
  { selector: 'a', key: 'a', name: 'A', id: '1', outcome: 'archived' as const, connections: 2 },
  { selector: 'x', outcome: 'not_found' as const },
]

const twice = [
  { selector: 'a', key: 'a', name: 'A', id: '1', outcome: 'archived' as const },
  { selector: 'b', key: 'b', name: 'B', id: '2', outcome: 'archived' as const },
  { selector: 'uuid-of-a', key: 'a', name: 'A', id: '1', outcome: 'archived' as const },
]

test('an app listed by key and by uuid is one app', () => {
  expect(countsOf(twice)).toEqual([['archived', 2]])
  expect(summaryOf(twice)).toEqual(['2 archived', '1 named twice'])
  expect(asText(twice)).toBe(
    '2 archived, 1 named twice\n- a: archived (named twice: a, uuid-of-a)\n- b: archived',
  )
  expect(asCsv(twice).split('\r\n').slice(1)).toEqual([
    '"a, uuid-of-a",a,A,1,archived,',
    'b,b,B,2,archived,',
  ])
})

test('selectors of one app with different results count once, by the best result', () => {
  const [first, , again] = twice
  if (first === undefined || again === undefined) return expect.unreachable()
  const mixed = [{ ...first, outcome: 'failed' as const, reason: '500' }, again]
  expect(summaryOf(mixed)).toEqual(['1 archived', '1 named twice'])
  expect(summaryOf([...mixed, { ...again, selector: '1' }])).toEqual([
    '1 archived',
    '1 named more than once',
  ])
})

test('a name that looks like a formula is escaped in the CSV', () => {
  expect(asCsv([{ selector: '=1+1', outcome: 'not_found' }]).split('\r\n')[1]).toBe(
    `"'=1+1",,,,not found,`,
  )
})

test('the result sheet lists each item with its reason', () => {
  expect(countsOf(items)).toEqual([
    ['archived', 1],
    ['not_found', 1],
  ])
  expect(asText(items)).toBe('1 archived, 1 not found\n- x: not found\n- a: archived')
  expect(asCsv(items).split('\r\n')[2]).toBe('a,a,A,1,archived,2')
})

test('the text for a ticket says who, where and when, and lists problems first', () => {
  expect(rowsOf(items).map(({ outcome }) => outcome)).toEqual(['not_found', 'archived'])
  const context = {
    ticket: 'SUP-12',
    workspace: 'Larkfield Production',
    actor: 'Ada',
    when: '22 Nov 2026, 10:00 UTC',
    batchId: 'b1',
    link: 'https://console.example/apps?batch=b1',
  }
  expect(asText(items, context).split('\n')).toEqual([
    '1 archived, 1 not found',
    'Ticket: SUP-12',
    'Workspace: Larkfield Production',
    'By: Ada, 22 Nov 2026, 10:00 UTC',
    'Batch: b1',
    'Link: https://console.example/apps?batch=b1',
    '- x: not found',
    '- a: archived',
  ])
})
