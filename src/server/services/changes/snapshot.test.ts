import { expect, test } from 'vitest'
import { changesBetween, type Snapshot } from './snapshot'

const time = new Date('2026-10-01T12:00:00.000Z')
const at = (secondsBefore: number) => new Date(time.getTime() - secondsBefore * 1000).toISOString()
const empty: Snapshot = { version: '1', alerts: null, deliveries: null, usage: null, events: [] }

type Entry = Snapshot['events'][number]
const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  operation: 'updateApp',
  subject_type: 'app',
  subject_id: `app-${id}`,
  actor: 'Ann',
  request_id: null,
  outcome: 'done',
  created_at: at(1),
  ...more,
})
const changes = (events: Entry[], more: Partial<Snapshot> = {}, before = empty) =>
  changesBetween(before, { ...empty, ...more, events }, time)

test('an entry that was seen is no change', () => {
  const [seen, other] = [entry('1'), entry('2')]
  const found = changes([seen, other], {}, { ...empty, events: [seen] })
  expect(found).toEqual([{ kind: 'apps', id: 'app-2', by: 'Ann', changedAt: at(1) }])
})

test('what one request changed of a kind is one change, at its last time', () => {
  const request = { request_id: 'r', created_at: at(2) }
  expect(
    changes([
      entry('1', request),
      entry('2', { ...request, subject_id: 'app-1', created_at: at(1) }),
      entry('3', { ...request, subject_type: 'connector', subject_id: 'connector-1' }),
      entry('4', { ...request, actor: 'Bob', subject_id: 'app-1' }),
      entry('5', { request_id: 's', subject_id: 'app-1' }),
    ]),
  ).toEqual([
    { kind: 'apps', id: 'app-1', by: 'Ann', requestId: 'r', changedAt: at(1) },
    { kind: 'connectors', id: 'connector-1', by: 'Ann', requestId: 'r', changedAt: at(2) },
    { kind: 'apps', id: 'app-1', by: 'Bob', requestId: 'r', changedAt: at(2) },
    { kind: 'apps', id: 'app-1', by: 'Ann', requestId: 's', changedAt: at(1) },
  ])
  expect(changes([entry('1', request), entry('2', request), entry('3', request)])).toEqual([
    { kind: 'apps', by: 'Ann', requestId: 'r', changedAt: at(2) },
  ])
})

test('an operation on something else than its subject is a change of that', () => {
  const workspace = { subject_type: 'workspace', subject_id: 'w' } as const
  const kindOf = (more: Partial<Entry>) => changes([entry('1', { ...workspace, ...more })])
  const change = { by: 'Ann', changedAt: at(1) }
  expect(kindOf({ operation: 'setAlertMute' })).toEqual([{ kind: 'alertMutes', ...change }])
  expect(kindOf({ operation: 'revokeAccessToken' })).toEqual([{ kind: 'accessTokens', ...change }])
  expect(kindOf({ operation: 'pingWebhook' })).toEqual([{ kind: 'deliveries', ...change }])
  expect(kindOf({ operation: 'updateOrgWorkspace' })).toEqual([
    { kind: 'workspace', id: 'w', ...change },
  ])
  expect(kindOf({ operation: 'updateOrgWorkspace', outcome: 'refused' })).toEqual([
    { kind: 'history', ...change },
  ])
})

test('a workspace that is different without an entry is a change by nobody', () => {
  const changed = { kind: 'workspace', changedAt: at(0) }
  const updated = entry('1', {
    operation: 'updateOrgWorkspace',
    subject_type: 'workspace',
    subject_id: 'w',
  })
  const version = { version: '2' }
  expect(changes([], version)).toEqual([changed])
  expect(changes([updated], version)).toHaveLength(1)
  expect(changes([{ ...updated, outcome: 'refused' }], version)).toContainEqual(changed)
  expect(changes([entry('1')], version)).toContainEqual(changed)
})

test('alerts, deliveries and usage that differ are changes, but not at first', () => {
  const different = { alerts: 'a', deliveries: 'd', usage: 'u' }
  expect(changes([], different)).toEqual(
    ['alerts', 'deliveries', 'usage'].map((kind) => ({ kind, changedAt: at(0) })),
  )
  expect(changes([], { usage: 'u' })).toEqual([{ kind: 'usage', changedAt: at(0) }])
  const first = { ...empty, ...different, version: '2', events: [entry('1')] }
  expect(changesBetween(undefined, first, time)).toEqual([
    { kind: 'apps', id: 'app-1', by: 'Ann', changedAt: at(1) },
  ])
})
