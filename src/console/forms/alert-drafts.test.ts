import { expect, test } from 'vitest'
import { alertTypeNames } from '../../contract/alerts'
import { workspaceWithAlerts as workspace } from '../testing/bare-workspace'
import { editsOf, toggle } from './alert-drafts'
import { alertRows, stateOf } from './alert-rows'
import { toUpdate } from './update-request'
import { channelPath } from './member-path'

const rows = (drafts = {}) => alertRows(workspace, drafts)

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

test('types that only the engine knows are not switched, nor keep others from going off', () => {
  const alertTypes = { engineOwn: { internal: true as const } }
  const rowsWith = (drafts = {}) =>
    alertRows({ ...workspace, alertDeliverySettings: { alertTypes } }, drafts)
  const allOn = toggle({}, rowsWith(), ['webhook'])
  expect(Object.keys(allOn)).toHaveLength(alertTypeNames.length)
  expect(stateOf(rowsWith(allOn), ['webhook'])).toBe('on')
  expect(Object.values(toggle(allOn, rowsWith(allOn), ['webhook']))).not.toContain(true)
})
