import { expect, test } from 'vitest'
import type { Alert } from '@/contract/alerts'
import { activeFirst } from './active-first'

const alert = (id: string, status: Alert['status'], severity: Alert['severity'] = 'warning') => ({
  id,
  key: id,
  status,
  severity,
  type: 'apiRequestsPerHour' as const,
  description: '',
  workspaceId: 'w',
  orgId: 'o',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-01T00:00:00.000Z',
})

test('active alerts come first, also those that are not loaded yet and match the filter', () => {
  const loaded = [alert('new', 'resolved'), alert('loaded', 'ongoing'), alert('old', 'resolved')]
  const active = [alert('loaded', 'ongoing'), alert('older', 'ongoing', 'critical')]
  const ids = (filter: Parameters<typeof activeFirst>[2]) =>
    activeFirst(loaded, active, filter).map(({ id }) => id)
  expect(ids({})).toEqual(['loaded', 'older', 'new', 'old'])
  expect(ids({ severity: 'warning' })).toEqual(['loaded', 'new', 'old'])
  expect(ids({ type: 'testAlert' })).not.toContain('older')
  expect(ids({ status: 'resolved' })).not.toContain('older')
})
