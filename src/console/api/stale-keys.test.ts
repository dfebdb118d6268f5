import { expect, test } from 'vitest'
import { operations } from '@/contract/operations'
import { staleKeysAfter } from './stale-keys'

test('every recorded write makes the history stale, and a read makes nothing stale', () => {
  expect(staleKeysAfter(operations.updateOrgWorkspace)).toContainEqual(['GET /audit-events'])
  expect(staleKeysAfter(operations.setAlertMute)).toEqual([
    ['GET /audit-events'],
    ['GET /alerts/mutes'],
  ])
  expect(staleKeysAfter(operations.resetDemo)).toEqual([[]])
  expect(staleKeysAfter(operations.listAlerts)).toEqual([])
})
