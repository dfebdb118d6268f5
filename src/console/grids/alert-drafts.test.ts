import { expect, test } from 'vitest'
import { alertSettingPath, channelPath } from '@/console/edits/member-path'
import { groupByOperation, toAlertSettings, toUpdate } from '@/console/edits/update-request'
import { workspaceWithAlerts as workspace } from '@/console/testing/bare-workspace'
import { alertTypeNames } from '@/contract/alerts'
import { alertSettingField, editsOf, toggle } from './alert-drafts'
import type { AlertDraft } from './alert-rows'
import { alertRows, stateOf } from './alert-rows'

const rows = (drafts = {}) => alertRows(workspace, drafts)

test('a group is on, off or mixed; toggling it first switches all on, then all off', () => {
  expect([stateOf(rows(), ['webhook']), stateOf(rows(), ['email'])]).toEqual(['mixed', 'off'])
  const allOn = toggle(rows(), ['webhook'])
  expect(stateOf(rows(allOn), ['webhook'])).toBe('on')
  const allOff = toggle(rows(allOn), ['webhook'])
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

test('an alert setting that the API refuses is no edit, and says why', () => {
  const draftOf = (name: 'nearPercent' | 'emailRecipients', draft: AlertDraft) => {
    const drafts = { [alertSettingPath(name)]: draft }
    const { issue } = alertSettingField(workspace, drafts, name)
    return issue ?? editsOf(workspace, drafts).map(({ before, after }) => [before, after])
  }
  expect(draftOf('nearPercent', 90)).toEqual([[80, 90]])
  expect(draftOf('nearPercent', 80)).toEqual([])
  for (const wrong of [49, 100, ''])
    expect(draftOf('nearPercent', wrong)).toBe('Enter a number from 50 to 99')
  const ann = 'ann@larkfield.example'
  expect(draftOf('emailRecipients', [ann])).toEqual([[[], [ann]]])
  expect(draftOf('emailRecipients', [ann, 'bob'])).toBe('“bob” is not an e-mail address')
  const many = Array.from({ length: 21 }, (_, index) => `a${index}@larkfield.example`)
  expect(draftOf('emailRecipients', many)).toEqual(expect.stringContaining('20'))
})

test('alert settings are sent together, and apart from the switches', () => {
  const alertSettings = { nearPercent: 90 }
  const emailRecipients = ['ann@larkfield.example']
  const edits = editsOf(workspace, {
    [alertSettingPath('emailRecipients')]: emailRecipients,
    [channelPath('testAlert', 'email')]: true,
  })
  expect(groupByOperation(edits).map((part) => part.map(({ path }) => path))).toEqual([
    ['alertDeliverySettings.alertTypes.testAlert.email'],
    ['alertSettings.emailRecipients'],
  ])
  expect(toAlertSettings({ ...workspace, alertSettings }, edits)).toEqual({
    nearPercent: 90,
    emailRecipients,
  })
})

test('types that only the engine knows are not switched, nor keep others from going off', () => {
  const alertTypes = { engineOwn: { internal: true as const } }
  const rowsWith = (drafts = {}) =>
    alertRows({ ...workspace, alertDeliverySettings: { alertTypes } }, drafts)
  const allOn = toggle(rowsWith(), ['webhook'])
  expect(Object.keys(allOn)).toHaveLength(alertTypeNames.length)
  expect(stateOf(rowsWith(allOn), ['webhook'])).toBe('on')
  expect(Object.values(toggle(rowsWith(allOn), ['webhook']))).not.toContain(true)
})
