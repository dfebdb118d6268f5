import { expect, test } from 'vitest'
import type { AuditEvent } from '@/contract/history'
import { groupEvents } from './group-events'

const event = (id: string, facts: Partial<AuditEvent> = {}): AuditEvent => ({
  id,
  operation: 'archiveApp',
  outcome: 'done',
  subject: { type: 'app', id },
  actor: { role: 'admin', name: 'Ada' },
  createdAt: '2026-01-01T00:10:00.000Z',
  changes: [],
  ...facts,
})
const grouped = (events: readonly AuditEvent[]) =>
  groupEvents(events).map((group) => group.map(({ id }) => id).join(''))

test('entries of one bulk action are one group', () => {
  expect(
    grouped([
      event('a'),
      event('b', { createdAt: '2026-01-01T00:05:00.000Z' }),
      event('c', { createdAt: '2025-12-31T23:00:00.000Z' }),
      event('d', { createdAt: '2025-12-31T23:00:00.000Z', actor: { role: 'admin', name: 'Bo' } }),
      event('e', { createdAt: '2025-12-31T22:59:00.000Z', outcome: 'refused' }),
      event('f', { createdAt: '2025-12-31T22:50:00.000Z', reason: 'Unused' }),
      event('g', { createdAt: '2025-12-31T22:50:00.000Z', reason: 'Unused' }),
      event('h', { createdAt: '2025-12-31T22:50:00.000Z' }),
    ]),
  ).toEqual(['ab', 'c', 'd', 'e', 'fg', 'h'])
})

test('other changes stay apart', () => {
  const changed = { operation: 'updateOrgWorkspace' }
  expect(grouped([event('a', changed), event('b', changed), event('c')])).toEqual(['a', 'b', 'c'])
})
