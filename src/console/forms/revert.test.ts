import { expect, test } from 'vitest'
import { toAlertSettings, toUpdate } from '@/console/edits/update-request'
import { bareWorkspace } from '@/console/testing/bare-workspace'
import type { AuditEvent } from '@/contract/history'
import type { Workspace } from '@/contract/workspaces'
import { cautionsOfEdits, editsToRevert, editsToUndo } from './revert'

const workspace: Workspace = {
  ...bareWorkspace,
  name: 'Now',
  limits: {
    apiRequestsPerSecond: { unit: 'number', value: 5, defaultValue: 1000 },
    parallelFlowRuns: { unit: 'number', value: 9, defaultValue: 100 },
  },
  settings: { enableApiLogs: true },
  alertDeliverySettings: {
    alertTypes: { testAlert: { internal: true, email: { enabled: true } } },
  },
  webhookUri: 'https://now.example/',
  jwksUri: 'https://now.example/jwks',
}
const event = (changes: AuditEvent['changes'], facts: Partial<AuditEvent> = {}): AuditEvent => ({
  id: '1',
  operation: 'updateOrgWorkspace',
  outcome: 'done',
  subject: { type: 'workspace', id: '1' },
  actor: { role: 'admin', name: 'Ada' },
  createdAt: '2026-01-01T00:00:00.000Z',
  changes,
  ...facts,
})
const revert = (changes: AuditEvent['changes'], facts?: Partial<AuditEvent>) =>
  editsToRevert(workspace, event(changes, facts), false)
const update = (changes: AuditEvent['changes']) => toUpdate(workspace, revert(changes) ?? [])

test('a limit gets its previous value back, or none', () => {
  expect(
    update([
      {
        path: 'limits.apiRequestsPerSecond',
        before: { unit: 'number', value: 120 },
        after: { unit: 'number', value: 5 },
      },
      { path: 'limits.parallelFlowRuns', after: { unit: 'number', value: 9 } },
    ]),
  ).toEqual({
    limits: {
      apiRequestsPerSecond: { unit: 'number', value: 120, defaultValue: 1000 },
      parallelFlowRuns: { unit: 'number', defaultValue: 100 },
    },
  })
})

test('the value of an operator gets its previous value back, or none', () => {
  const limit = (value: number) => ({ unit: 'number' as const, value })
  const overridden = {
    ...workspace,
    operatorLimits: { parallelFlowRuns: limit(7), apiRequestsPerSecond: limit(8) },
  }
  const changes = [
    { path: 'operatorLimits.parallelFlowRuns', before: limit(6) },
    { path: 'operatorLimits.apiRequestsPerSecond' },
  ]
  expect(editsToUndo(overridden, changes).map(({ after }) => after)).toEqual([limit(6), undefined])
})

test('switches, addresses and names get their previous value back, also an empty one', () => {
  expect(
    update([
      { path: 'settings.enableApiLogs', after: true },
      { path: 'webhookUri', before: null, after: 'https://now.example/' },
      { path: 'jwksUri', before: null },
      { path: 'name', before: 'Then' },
    ]),
  ).toEqual({
    settings: { enableApiLogs: false },
    webhookUri: '',
    jwksUri: null,
    name: 'Then',
  })
})

test('an alert type that had no settings is internal only again', () => {
  expect(
    update([
      {
        path: 'alertDeliverySettings.alertTypes.testAlert',
        after: { internal: true, email: { enabled: true } },
      },
    ]).alertDeliverySettings?.alertTypes.testAlert,
  ).toEqual({ internal: true })
})

test('what is reverted or read-only makes no edit; other entries are not reverted', () => {
  expect(revert([{ path: 'name', before: 'Now', after: 'Later' }])).toEqual([])
  expect(revert([{ path: 'secret', before: '(masked)', after: '(masked)' }])).toEqual([])
  expect(revert([{ path: 'name', before: 'Then' }], { outcome: 'refused' })).toBeUndefined()
  expect(
    revert([{ path: 'archivedAt', before: null }], { operation: 'archiveOrgWorkspace' }),
  ).toBeUndefined()
})

test('only operators revert operator limits', () => {
  const path = 'operatorLimits.parallelFlowRuns'
  const before = { unit: 'number', value: 7 }
  const changed = event([{ path, before }], { operation: 'setOperatorLimits' })
  expect(editsToRevert(workspace, changed, false)).toBeUndefined()
  expect(editsToRevert(workspace, changed, true)).toMatchObject([{ path, after: before }])
})

test('an alert setting gets its previous value back; recipients added since stay', () => {
  const alertSettings = { nearPercent: 90, emailRecipients: ['ann@x.example', 'bob@x.example'] }
  const changes = [
    { path: 'alertSettings.nearPercent', before: 80, after: 90 },
    { path: 'alertSettings.emailRecipients', before: [], after: ['ann@x.example'] },
  ]
  const changed = event(changes, { operation: 'setAlertSettings' })
  const edits = editsToRevert({ ...workspace, alertSettings }, changed, false) ?? []
  expect(toAlertSettings({ ...workspace, alertSettings }, edits)).toEqual({
    nearPercent: 80,
    emailRecipients: ['bob@x.example'],
  })
})

test('the fields of a schema get their previous order back', () => {
  const schema = (...fields: string[]) => ({
    properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
  })
  const now = { ...workspace, userFieldsSchema: schema('plan', 'seats') }
  const edits = editsToUndo(now, [{ path: 'userFieldsSchema', before: schema('seats', 'plan') }])
  expect(JSON.stringify(edits[0]?.after)).toBe(JSON.stringify(schema('seats', 'plan')))
})

test('a limit reverted to less than half needs the same confirmation as in the grid', () => {
  const changes = [
    { path: 'limits.parallelFlowRuns', before: { unit: 'number', value: 2 } },
    { path: 'webhookUri', before: 'https://before.example/' },
  ]
  const cautions = cautionsOfEdits(workspace, revert(changes) ?? [])
  expect(cautions.map(({ text }) => text)).toEqual([
    expect.stringContaining('is cut by 78%, from 9 to 2'),
  ])
})

test('what a workspace does not have, or nobody can edit, is not set back', () => {
  const before = 'https://before.example/'
  const paths = ['appUri', 'secret', 'key'].map((path) => ({ path, before }))
  expect(revert(paths)).toEqual([])
})

test('of a list, only what the entry changed is reverted, not what was changed since', () => {
  const key = (name: string) => ({ name, publicKey: `key ${name}` })
  const now = { ...workspace, publicKeys: [key('b'), key('c')], enabledWebhookEvents: ['d', 'e'] }
  const undo = (path: string, before: unknown, after: unknown) =>
    editsToUndo(now, [{ path, before, after }]).map((edit) => edit.after)
  expect(undo('publicKeys', [key('a')], [key('a'), key('b')]), 'c stays, a stays away').toEqual([
    [key('c')],
  ])
  expect(undo('publicKeys', [key('a'), key('b')], [key('b')])).toEqual([
    [key('b'), key('c'), key('a')],
  ])
  expect(undo('publicKeys', [key('b')], [key('b'), key('x')]), 'x is gone already').toEqual([])
  expect(undo('enabledWebhookEvents', ['e', 'd'], ['d', 'e']), 'nothing since').toEqual([
    ['e', 'd'],
  ])
  expect(undo('enabledWebhookEvents', undefined, ['d'])).toEqual([['e']])
})
