import { expect, test } from 'vitest'
import { readResponse } from '@/console/api/read-response'
import { draftedEntry } from '@/console/grids/limit-drafts'
import { bareWorkspace } from '@/console/testing/bare-workspace'
import { alertTypeNames } from '@/contract/alerts'
import type { LimitEntry } from '@/contract/limits'
import { workspaceSchema, type Workspace } from '@/contract/workspaces'
import { editAt, mergeEdits, valueAt, type Edit } from './edits'
import { channelPath, labelOf } from './member-path'
import { rebase } from './rebase'
import { isOperatorEdit, toOperatorLimits, toUpdate } from './update-request'

const workspace: Workspace = {
  ...bareWorkspace,
  name: 'Base',
  limits: { apiRequestsPerSecond: { unit: 'number', defaultValue: 100 } },
  settings: { enableApiLogs: true },
  alertDeliverySettings: {
    alertTypes: { testAlert: { internal: true, email: { enabled: true } } },
  },
  jwksUri: null,
}
const entry = (value: number): LimitEntry => ({ unit: 'number', value })

test('setting an equal value is no edit', () => {
  expect(
    editAt(workspace, 'limits.apiRequestsPerSecond', { defaultValue: 100, unit: 'number' }),
  ).toEqual([])
  expect(editAt(workspace, 'settings.enableWebhookLogs', false)).toEqual([])
  expect(editAt(workspace, channelPath('apiRequestsPerHour', 'email'), false)).toEqual([])
  expect(editAt(workspace, 'name', 'Other')).toEqual([
    { path: 'name', before: 'Base', after: 'Other' },
  ])
})

test('only changed members are sent', () => {
  const edits = [
    ...editAt(workspace, 'limits.apiRequestsPerSecond', entry(40)),
    ...editAt(workspace, 'settings.enableApiLogs', false),
    ...editAt(workspace, 'jwksUri', 'https://x.example/jwks'),
  ]
  expect(toUpdate(workspace, edits)).toEqual({
    limits: { apiRequestsPerSecond: entry(40) },
    settings: { enableApiLogs: false },
    jwksUri: 'https://x.example/jwks',
  })
})

test('alert delivery is sent with all thirty types, the others unchanged', () => {
  const edits = editAt(workspace, channelPath('apiRequestsPerHour', 'webhook'), true)
  const types = toUpdate(workspace, edits).alertDeliverySettings?.alertTypes
  expect(Object.keys(types ?? {}).sort()).toEqual([...alertTypeNames].sort())
  expect(types?.testAlert).toEqual({ internal: true, email: { enabled: true } })
  expect(types?.apiRequestsPerHour).toEqual({ internal: true, webhook: { enabled: true } })
})

test('what an engine holds beyond the interface is sent back with what was changed', () => {
  const key = { name: 'A', publicKey: 'PEM', kid: '1' }
  const futureAlert = { internal: true, email: { enabled: true }, sms: { enabled: true } }
  const own = readResponse(workspaceSchema, {
    ...bareWorkspace,
    limits: { parallelFlowRuns: { unit: 'number', value: 1, note: 'n' } },
    publicKeys: [key],
    alertDeliverySettings: { digest: 'daily', alertTypes: { futureAlert, testAlert: futureAlert } },
  }).data
  if (own === undefined) return expect.unreachable('The record is refused')
  const email = toUpdate(own, editAt(own, channelPath('testAlert', 'email'), false))
  expect(email.alertDeliverySettings).toMatchObject({
    digest: 'daily',
    alertTypes: { futureAlert, testAlert: { internal: true, sms: { enabled: true } } },
  })
  const renamed = own.publicKeys?.map((sent) => ({ ...sent, name: 'B' }))
  expect(
    toUpdate(own, [
      ...editAt(own, 'publicKeys', renamed),
      ...editAt(own, 'limits.parallelFlowRuns', draftedEntry(own, 'parallelFlowRuns', 2)),
    ]),
  ).toEqual({
    publicKeys: [{ ...key, name: 'B' }],
    limits: { parallelFlowRuns: { unit: 'number', value: 2, note: 'n' } },
  })
})

test('edits of different members merge, of the same one conflict; equal ones are dropped', () => {
  const edits = [
    ...editAt(workspace, 'name', 'Mine'),
    ...editAt(workspace, 'limits.apiRequestsPerSecond', entry(40)),
    ...editAt(workspace, 'settings.enableApiLogs', false),
  ]
  const theirs = {
    ...workspace,
    name: 'Theirs',
    settings: { enableApiLogs: false, enableWebhookLogs: true },
  }
  expect(rebase(edits, (path) => valueAt(theirs, path))).toEqual({
    standing: [
      {
        path: 'limits.apiRequestsPerSecond',
        before: { unit: 'number', defaultValue: 100 },
        after: entry(40),
      },
    ],
    conflicts: [
      {
        path: 'name',
        base: 'Base',
        mine: 'Mine',
        theirs: 'Theirs',
        keepMine: { path: 'name', before: 'Theirs', after: 'Mine' },
        keepTheirs: [],
      },
    ],
  })
})

test('a value that both cleared is no conflict, in whatever form it is empty', () => {
  expect(rebase([{ path: 'logoUri', before: '/logo.svg', after: '' }], () => undefined)).toEqual({
    standing: [],
    conflicts: [],
  })
  const typed: Edit = { path: 'logoUri', before: undefined, after: '/logo.svg' }
  expect(rebase([typed], () => null)).toEqual({ standing: [typed], conflicts: [] })
})

test('operator limits are edited one by one and sent together in their own request', () => {
  const overridden: Workspace = {
    ...workspace,
    operatorLimits: {
      parallelFlowRuns: entry(7),
      apiRequestsPerHour: entry(8),
      engineOwnLimit: entry(9),
    },
  }
  const edits = [
    ...editAt(overridden, 'operatorLimits.parallelFlowRuns', entry(70)),
    ...editAt(overridden, 'operatorLimits.apiRequestsPerHour', undefined),
    ...editAt(overridden, 'limits.parallelFlowRuns', entry(5)),
  ]
  expect(edits.map(isOperatorEdit)).toEqual([true, true, false])
  expect(toOperatorLimits(overridden, edits)).toEqual({ parallelFlowRuns: entry(70) })
  expect(toUpdate(overridden, edits)).toEqual({ limits: { parallelFlowRuns: entry(5) } })
})

test('members have readable labels', () => {
  expect([
    labelOf('limits.apiRequestsPerSecond'),
    labelOf('name'),
    labelOf('limits.somethingNew'),
    labelOf('operatorLimits.apiRequestsPerSecond'),
  ]).toEqual([
    'API requests per second',
    'Name',
    'somethingNew',
    'API requests per second (operator)',
  ])
})

test('channels of one alert type are edited and merged one by one', () => {
  const [webhook, email] = [channelPath('testAlert', 'webhook'), channelPath('testAlert', 'email')]
  const mine = [...editAt(workspace, webhook, true), ...editAt(workspace, email, false)]
  const theirs: Workspace = {
    ...workspace,
    alertDeliverySettings: { alertTypes: { testAlert: { internal: true } } },
  }
  const merged = rebase(mine, (path) => valueAt(theirs, path))
  expect(merged).toEqual({
    standing: [{ path: webhook, before: false, after: true }],
    conflicts: [],
  })
  expect(toUpdate(theirs, merged.standing).alertDeliverySettings?.alertTypes.testAlert).toEqual({
    internal: true,
    webhook: { enabled: true },
  })
  expect(labelOf(email)).toBe('Alert: Test alert by e-mail')
})

test('edits are merged by member, the later one wins', () => {
  const edit = (path: Edit['path'], after: unknown): Edit => ({ path, before: 'old', after })
  expect(mergeEdits([edit('name', 'A'), edit('type', 'B')], [edit('name', 'C')])).toEqual([
    edit('name', 'C'),
    edit('type', 'B'),
  ])
})

test('lists merge by element: a key by itself, an event by its name', () => {
  const key = (name: string, publicKey = name): object => ({ name, publicKey })
  const keys: Edit = {
    path: 'publicKeys',
    before: [key('a'), key('b'), key('c')],
    after: [key('renamed', 'a'), key('b'), key('mine')],
  }
  const theirKeys = [key('a'), key('other', 'b'), key('c'), key('theirs')]
  const merged = [key('renamed', 'a'), key('other', 'b'), key('theirs'), key('mine')]
  expect(rebase([keys], () => theirKeys)).toEqual({
    standing: [{ path: 'publicKeys', before: theirKeys, after: merged }],
    conflicts: [],
  })

  const events: Edit = { path: 'enabledWebhookEvents', before: undefined, after: ['a', 'b'] }
  expect(rebase([events], () => ['b', 'c'])).toEqual({
    standing: [{ path: 'enabledWebhookEvents', before: ['b', 'c'], after: ['b', 'c', 'a'] }],
    conflicts: [],
  })
  expect(rebase([events], () => ['b', 'a', 'c'])).toEqual({ standing: [], conflicts: [] })
})

test('an element that both changed is a conflict, and either choice keeps the others', () => {
  const key = (name: string, publicKey = name): object => ({ name, publicKey })
  const edit: Edit = {
    path: 'publicKeys',
    before: [key('a'), key('b')],
    after: [key('mine', 'a'), key('b'), key('added by me')],
  }
  const removed = [key('b'), key('added by them')]
  const { standing, conflicts } = rebase([edit], () => removed)
  expect(standing).toEqual([])
  expect(conflicts).toMatchObject([
    { path: 'publicKeys', base: [key('a')], mine: [key('mine', 'a')], theirs: [] },
  ])
  expect(conflicts.flatMap(({ keepMine }) => keepMine)).toEqual([
    {
      path: 'publicKeys',
      before: removed,
      after: [...removed, key('mine', 'a'), key('added by me')],
    },
  ])
  expect(conflicts.flatMap(({ keepTheirs }) => keepTheirs)).toEqual([
    { path: 'publicKeys', before: removed, after: [...removed, key('added by me')] },
  ])
})

test('a list that repeats an element is not merged', () => {
  const twice: Edit = { path: 'enabledWebhookEvents', before: [], after: ['a', 'a'] }
  expect(rebase([twice], () => ['b']).conflicts).toMatchObject([
    { base: [], mine: ['a', 'a'], theirs: ['b'], keepTheirs: [] },
  ])
})
