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

test('thirty rows, and types that the record leaves out are internal only', () => {
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

test('heads are on, off or mixed, and switch all on before they switch all off', () => {
  expect([stateOf(rows(), ['webhook']), stateOf(rows(), ['email'])]).toEqual(['mixed', 'off'])
  const allOn = toggle({}, rows(), ['webhook'])
  expect(stateOf(rows(allOn), ['webhook'])).toBe('on')
  const allOff = toggle(allOn, rows(allOn), ['webhook'])
  expect(stateOf(rows(allOff), ['webhook'])).toBe('off')
})

test('a switch moved there and back is no change, whatever form the record had', () => {
  expect(
    editsOf(workspace, {
      [channelPath('testAlert', 'webhook')]: true,
      [channelPath('testAlert', 'email')]: false,
      [channelPath('apiRequestsPerHour', 'email')]: false,
      [channelPath('totalNumberOfTenants', 'webhook')]: false,
    }),
  ).toEqual([])
})

test('a save sends all thirty types, and only the moved ones differ', () => {
  const sent = toUpdate(
    workspace,
    editsOf(workspace, { [channelPath('totalNumberOfTenants', 'email')]: true }),
  ).alertDeliverySettings?.alertTypes
  expect(Object.keys(sent ?? {})).toHaveLength(30)
  expect(sent?.totalNumberOfTenants).toEqual({ internal: true, email: { enabled: true } })
  expect(sent?.testAlert).toEqual({ internal: true, webhook: { enabled: true } })
})

test('what is exported reads back as no change; a list that is not whole is refused', () => {
  const drafts = readImport(asJson(rows()))
  expect(typeof drafts === 'string' ? drafts : editsOf(workspace, drafts)).toEqual([])
  expect(readImport('{"alertTypes":{"testAlert":{"internal":true}}}')).toEqual(
    expect.stringContaining('Invalid'),
  )
  expect(readImport('{')).toBe('Not JSON')
})
