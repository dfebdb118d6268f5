import { expect, test } from 'vitest'
import type { AuditEvent } from '@/contract/history'
import { describeAction } from './action-labels'

function described(operation: string, paths: string[] = [], name?: string): string {
  return describeAction({
    id: '1',
    operation,
    outcome: 'done',
    subject: { type: 'app', id: 'a1', ...(name === undefined ? {} : { name }) },
    actor: { role: 'admin', name: 'Ada' },
    createdAt: '2026-01-01T00:00:00.000Z',
    changes: paths.map((path): AuditEvent['changes'][number] => ({ path })),
  })
}

test('an update says what it changed, and of many members the first', () => {
  expect(described('updateOrgWorkspace', ['name'])).toBe('changed Name')
  expect(described('updateOrgWorkspace')).toBe('changed the workspace')
  expect(described('updateOrgWorkspace', ['name', 'jwksUri', 'type'])).toBe(
    'changed Name, JWKS URI, Type',
  )
  expect(described('updateOrgWorkspace', ['name', 'jwksUri', 'type', 'isReadOnly'])).toBe(
    'changed Name, JWKS URI and 2 more',
  )
})

test('alert settings are named', () => {
  const paths = ['alertSettings.nearPercent', 'alertSettings.emailRecipients']
  expect(described('setAlertSettings', paths)).toBe(
    'changed Warn at (% of a limit), E-mail recipients',
  )
})

test('operator limits are named once as such', () => {
  expect(described('setOperatorLimits', ['operatorLimits.parallelFlowRuns'])).toBe(
    'changed operator limits: Flow runs in parallel',
  )
})

test('other operations name their record, by its id where it has no name', () => {
  expect(described('createApp', [], 'HubSpot')).toBe('created the app HubSpot')
  expect(described('createApp')).toBe('created the app a1')
  expect(described('newerOperation', [], 'HubSpot')).toBe('newerOperation')
})
