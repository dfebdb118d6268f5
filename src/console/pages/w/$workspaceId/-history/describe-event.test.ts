import { expect, test } from 'vitest'
import type { AuditEvent } from '@/contract/history'
import { describeEvent, endOf } from './describe-event'

const event = (facts: Partial<AuditEvent>): AuditEvent => ({
  id: '1',
  operation: 'updateOrgWorkspace',
  outcome: 'done',
  subject: { type: 'workspace', id: '1', name: 'Larkfield' },
  actor: { role: 'admin', name: 'Ada' },
  createdAt: '2026-01-01T00:00:00.000Z',
  changes: [],
  ...facts,
})
const refused = (key: string) => event({ outcome: 'refused', error: { key, message: 'Why' } })

test('a save conflict is told apart from a refusal', () => {
  expect([
    endOf(refused('precondition_failed')),
    describeEvent(refused('precondition_failed')),
  ]).toEqual(['conflict', 'hit a save conflict: update a workspace'])
  for (const key of ['access_denied', 'conflict', 'already_exists'])
    expect([endOf(refused(key)), describeEvent(refused(key))]).toEqual([
      'refused',
      'was refused: update a workspace',
    ])
  expect(endOf(event({ outcome: 'refused' })), 'an engine may tell no reason').toBe('refused')
})

test('what was done is told by what changed', () => {
  expect(describeEvent(event({ changes: [{ path: 'limits.apiRequestsPerHour', after: 1 }] }))).toBe(
    'changed API requests per hour',
  )
  expect(
    describeEvent(
      event({ operation: 'updateApp', subject: { type: 'app', id: '2', name: 'Fleet' } }),
    ),
  ).toBe('changed the app Fleet')
  expect(
    describeEvent(event({ operation: 'somethingNew' })),
    'an engine may do what we do not know',
  ).toBe('somethingNew')
})

test('a read says so, whatever was read', () => {
  const read = event({ operation: 'getUsage', outcome: 'read' })
  expect([endOf(read), describeEvent(read)]).toEqual(['read', 'looked at this workspace'])
})
