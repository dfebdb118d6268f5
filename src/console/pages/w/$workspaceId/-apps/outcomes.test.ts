import { expect, test } from 'vitest'
import { asCsv, asText, countsOf, selectorsIn } from './outcomes'

test('a pasted list is read whatever separates it', () => {
  expect(selectorsIn(' acme-crm, acme-fleet;\n"acme-crm"\tacme-leads | \n\n')).toEqual([
    'acme-crm',
    'acme-fleet',
    'acme-leads',
  ])
})

const items = [
  { selector: 'a', key: 'a', name: 'A', id: '1', outcome: 'archived' as const, connections: 2 },
  { selector: 'x', outcome: 'not_found' as const },
]

test('the result sheet names each item with its reason', () => {
  expect(countsOf(items)).toEqual([
    ['archived', 1],
    ['not_found', 1],
  ])
  expect(asText(items)).toBe('1 archived, 1 not found\n- a: archived\n- x: not found')
  expect(asCsv(items).split('\r\n')[1]).toBe('a,a,A,1,archived,2')
})
