import { expect, test } from 'vitest'
import { StatementNames } from './statement-names'

test('a statement keeps its name until tables change, and then never gets it again', () => {
  const names = new StatementNames()
  const first = names.of('select 1')
  expect(first).toBeDefined()
  expect(names.of('select 1')).toBe(first)
  const second = names.of('select 2')
  expect(second).not.toBe(first)
  names.renew()
  const renewed = [names.of('select 2'), names.of('select 1')]
  expect(new Set([first, second, ...renewed]).size).toBe(4)
})

test('what inserts several rows, is planned each time or is no query gets no name', () => {
  const names = new StatementNames()
  for (const text of ['begin', 'commit', 'rollback', 'select /* plan each time */ 1'])
    expect(names.of(text)).toBeUndefined()
  const insert = 'insert into "apps" ("id", "key") values ($1, $2)'
  expect(names.of(`${insert}, ($3, $4)`)).toBeUndefined()
  expect(names.of(insert)).toBeDefined()
})

test('there are no more names than the database should remember', () => {
  const names = new StatementNames()
  const count = Array.from({ length: 1000 }, (_, index) => names.of(`select ${index}`)).filter(
    (name) => name !== undefined,
  ).length
  expect(count).toBe(500)
  expect(names.of('select 499'), 'what has a name keeps it').toBeDefined()
  expect(names.of('select 500')).toBeUndefined()
})
