import { expect, test } from 'vitest'
import { alertTypeNames } from '../../contract/alerts'
import type { Workspace } from '../../contract/workspaces'
import { toUpdate } from './edits'
import { alertRows, asJson, editsOf, readImport, stateOf, toggle } from './alert-rows'
import { channelPath } from './member-path'

const workspace: Workspace = {
  id: '1',
  name: 'W',
  orgId: 'o',
  key: 'k',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  alertDeliverySettings: {
    alertTypes: {
      testAlert: { internal: true, webhook: { enabled: true } },
      apiRequestsPerHour: { internal: true, email: { enabled: false } },
    },
  },
}
const rows = (drafts = {}) => alertRows(workspace, drafts)

test('there are thirty rows; types missing from the record are internal only', () => {
  expect(
    rows()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...alertTypeNames].sort())
  expect(rows().find(({ name }) => name === 'totalNumberOfTenants')?.on).toEqual({
    webhook: false,
    email: false,
  })
})

test('a group is on, off or mixed; toggling it first switches all on, then all off', () => {
  expect([stateOf(rows(), ['webhook']), stateOf(rows(), ['email'])]).toEqual(['mixed', 'off'])
  const allOn = toggle({}, rows(), ['webhook'])
  expect(stateOf(rows(allOn), ['webhook'])).toBe('on')
  const allOff = toggle(allOn, rows(allOn), ['webhook'])
  expect(stateOf(rows(allOff), ['webhook'])).toBe('off')
})

test('a switch toggled twice is no change, whatever the form of the record', () => {
  expect(
    editsOf(workspace, {
      [channelPath('testAlert', 'webhook')]: true,
      [channelPath('testAlert', 'email')]: false,
      [channelPath('apiRequestsPerHour', 'email')]: false,
      [channelPath('totalNumberOfTenants', 'webhook')]: false,
    }),
  ).toEqual([])
})

test('a save sends all thirty types, and only the toggled ones differ', () => {
  const sent = toUpdate(
    workspace,
    editsOf(workspace, { [channelPath('totalNumberOfTenants', 'email')]: true }),
  ).alertDeliverySettings?.alertTypes
  expect(Object.keys(sent ?? {})).toHaveLength(30)
  expect(sent?.totalNumberOfTenants).toEqual({ internal: true, email: { enabled: true } })
  expect(sent?.testAlert).toEqual({ internal: true, webhook: { enabled: true } })
})

test('importing an export changes nothing; an incomplete list is rejected', () => {
  const drafts = readImport(asJson(rows()))
  expect(typeof drafts === 'string' ? drafts : editsOf(workspace, drafts)).toEqual([])
  expect(readImport('{"alertTypes":{"testAlert":{"internal":true}}}')).toEqual(
    expect.stringContaining('Invalid'),
  )
  expect(readImport('{')).toBe('Not JSON')
})
