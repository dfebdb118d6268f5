import { expect, test } from 'vitest'
import type { AuditEvent } from '@/contract/history'
import { changesOfLimit, limitsAt } from './limit-history'

const entry = (value: number) => ({ unit: 'number' as const, value })
const event = (minute: number, changes: AuditEvent['changes']): AuditEvent => ({
  id: String(minute),
  operation: 'updateOrgWorkspace',
  outcome: 'done',
  subject: { type: 'workspace', id: '1' },
  actor: { role: 'admin', name: 'Ada' },
  createdAt: new Date(minute * 60_000).toISOString(),
  changes,
})

test('the limit at each time follows from the changes of workspace and operator', () => {
  const limit = 'apiRequestsPerHour'
  const events = [
    event(30, [{ path: `operatorLimits.${limit}`, before: entry(7), after: undefined }]),
    event(20, [{ path: `operatorLimits.${limit}`, before: undefined, after: entry(7) }]),
    event(15, [{ path: 'limits.apiRequestsPerHourOther', before: entry(1), after: entry(2) }]),
    event(10, [{ path: `limits.${limit}`, before: { unit: 'number' }, after: entry(50) }]),
  ]
  const changes = changesOfLimit(events, limit)
  expect(changes.map(({ layer, after }) => [layer, after])).toEqual([
    ['operator', undefined],
    ['operator', 7],
    ['workspace', 50],
  ])
  const now = { limits: { [limit]: { ...entry(50), defaultValue: 1000 } }, operatorLimits: {} }
  const times = [5, 10, 19, 25, 30].map((minute) => minute * 60_000)
  expect(limitsAt(times, now, limit, changes)).toEqual([1000, 50, 50, 7, 50])
})
