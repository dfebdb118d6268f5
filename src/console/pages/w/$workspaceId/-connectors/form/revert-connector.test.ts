import { expect, test } from 'vitest'
import type { AuditEvent } from '@/contract/history'
import { editedDraft, updateOf } from './connector-edits'
import { revertOf } from './revert-connector'

const time = '2026-01-01T00:00:00.000Z'
const client = { type: 'javascript', code: 'return {}' }
const record = (specification: object) => ({
  id: '1',
  uuid: '2',
  key: 'desk',
  name: 'Desk',
  isReadOnly: false,
  version: 'dev',
  createdAt: time,
  updatedAt: time,
  ...specification,
})

/** Returns a specification after a change was reverted, and what could not be. */
function reverted(specification: object, changes: AuditEvent['changes']) {
  const { edits, unknown } = revertOf(record(specification), changes)
  return { ...updateOf(editedDraft(record(specification), edits)), unknown }
}

test('members of connectors and of their functions get their earlier values', () => {
  const now = { type: 'app-token', name: 'Desk 2', categories: ['CRM'], makeApiClient: client }
  const changes = [
    { path: 'name', before: 'Desk', after: 'Desk 2' },
    { path: 'categories', after: ['CRM'] },
    { path: 'makeApiClient.code', before: 'return 1', after: 'return {}' },
    { path: 'test', before: client },
    { path: 'inputSchema', before: { type: 'object' }, after: undefined },
  ]
  expect(reverted(now, changes)).toEqual({
    name: 'Desk',
    type: 'app-token',
    inputSchema: { type: 'object' },
    makeApiClient: { type: 'javascript', code: 'return 1' },
    test: client,
    unknown: [],
  })
})

test('members of options are found by keys with dots, and removed options come back', () => {
  const options = { 'v1.oauth': { type: 'app-token', makeApiClient: client } }
  const removed = { type: 'app-token', title: 'Old' }
  const changes = [
    { path: 'options.v1.oauth.makeApiClient.code', before: 'return 1', after: 'return {}' },
    { path: 'options.old', before: removed },
  ]
  expect(reverted({ options }, changes)).toMatchObject({
    options: {
      'v1.oauth': { type: 'app-token', makeApiClient: { code: 'return 1' } },
      old: removed,
    },
    unknown: [],
  })
})

test('what the history does not keep, or what has no place any more, stays and is named', () => {
  const now = { type: 'app-token', parameters: { region: 'eu' } }
  const changes = [
    { path: 'parameters', before: '(masked)', after: '(masked)' },
    { path: 'makeApiClient.code', before: 'return 1', after: 'return 2' },
    { path: 'options.gone.title', before: 'Old', after: 'New' },
    { path: 'options', before: ['b', 'a'], after: ['a', 'b'] },
    { path: 'options.secret', before: { type: 'app-token', parameters: '(masked)' } },
  ]
  expect(reverted(now, changes)).toEqual({
    name: 'Desk',
    ...now,
    unknown: changes.map(({ path }) => path),
  })
})

test('nothing is left to revert where the earlier values are back', () => {
  expect(revertOf(record({}), [{ path: 'name', before: 'Desk', after: 'Desk 2' }]).edits).toEqual(
    [],
  )
})
