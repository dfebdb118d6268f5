import { sql, type Selectable, type SqlBool } from 'kysely'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { emptyDatabase } from '@/server/testing/empty-database'
import {
  and,
  createdWithin,
  idOrNone,
  matches,
  not,
  or,
  type Condition,
  type Values,
} from './condition'
import type { AlertsTable, AppsTable, ConnectionsTable } from './schema'

/** Compiles a condition as a hand-written statement and as a built one would contain it. */
function compiled(condition: Condition): [text: string, ...parameters: unknown[]] {
  const { sql: text, parameters } = sql`${condition}`.compile(emptyDatabase)
  return [text, ...parameters]
}

describe('values of columns', () => {
  test('those that are undefined are left out', () => {
    expect(
      compiled(matches('alerts', { workspace_id: 'w', status: undefined, severity: 'warning' })),
    ).toEqual(['("alerts"."workspace_id" = $1 and "alerts"."severity" = $2)', 'w', 'warning'])
    expect(compiled(matches('alerts', { status: undefined }))).toEqual(compiled(and()))
  })

  test('null matches null', () => {
    expect(compiled(matches('apps', { workspace_id: null, is_read_only: false }))).toEqual([
      '("apps"."workspace_id" is null and "apps"."is_read_only" = $1)',
      false,
    ])
  })

  test.each([[[]], [['a']], [['a', 'b', 'c']]])(
    'the list %o is one parameter, so that the statement is the same for all lists',
    (keys) => {
      expect(compiled(matches('apps', { key: keys }))).toEqual(['"apps"."key" = any($1)', keys])
    },
  )

  test('an id that is no UUID matches nothing', () => {
    const id = '0199aaaa-0000-7000-8000-000000000000'
    expect(idOrNone(id)).toBe(id)
    expect(idOrNone(undefined)).toBeUndefined()
    expect(idOrNone('an-app')).toEqual([])
  })

  test('have the columns and types of the table', () => {
    type AlertValues = Values<Selectable<AlertsTable>>
    expectTypeOf<{ status: 'ongoing' }>().toExtend<AlertValues>()
    expectTypeOf<{ status: ('ongoing' | 'resolved')[] }>().toExtend<AlertValues>()
    expectTypeOf<{ status: 'pending' }>().not.toExtend<AlertValues>()
    expectTypeOf<{ created_at: string }>().not.toExtend<AlertValues>()
    expectTypeOf<AlertValues>().not.toHaveProperty('uuid')
    expectTypeOf<{ archived_at: null }>().toExtend<Values<Selectable<AppsTable>>>()
    expectTypeOf<{ key: null }>().not.toExtend<Values<Selectable<AppsTable>>>()
  })

  test('are no JSON and no arrays, which have no plain equality', () => {
    expectTypeOf<Values<Selectable<AppsTable>>>().not.toHaveProperty('categories')
    expectTypeOf<Values<Selectable<ConnectionsTable>>>().not.toHaveProperty('meta')
  })

  test('cannot leave out the id or the workspace by mistake', () => {
    type AlertValues = Values<Selectable<AlertsTable>>
    expectTypeOf<{ id: string | undefined }>().not.toExtend<AlertValues>()
    expectTypeOf<{ workspace_id: string | undefined }>().not.toExtend<AlertValues>()
    expectTypeOf<{ type: string | undefined }>().toExtend<AlertValues>()
  })
})

test('a period includes its start and excludes its end', () => {
  const [from, to] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
  const fromId = '019b76d9-bda0-0000-0000-000000000000'
  const toId = '019c1680-b660-0000-0000-000000000000'
  const start = '"audit_events"."created_at" >= $1 and "audit_events"."id" >= $2'
  const end = '"audit_events"."created_at" < $3 and "audit_events"."id" < $4'
  expect(compiled(createdWithin('audit_events', { from, to }))).toEqual([
    `(${start} and ${end})`,
    new Date(from),
    fromId,
    new Date(to),
    toId,
  ])
  expect(compiled(createdWithin('audit_events', { from }))).toEqual([
    `(${start})`,
    new Date(from),
    fromId,
  ])
  expect(compiled(createdWithin('audit_events', {}))).toEqual(compiled(and()))
})

test('conditions are joined in parentheses', () => {
  const [first, second] = [sql<SqlBool>`a`, sql<SqlBool>`b`]
  expect(compiled(and(first, or(first, second), not(and(first, second))))).toEqual([
    '(a and (a or b) and not (a and b))',
  ])
  expect(compiled(and())).toEqual(['1 = 1'])
  expect(compiled(or())).toEqual(['1 = 0'])
})
