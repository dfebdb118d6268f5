import { expect, test } from 'vitest'
import { alertTypeNames } from '../../contract/alerts'
import type { Workspace } from '../../contract/workspaces'
import { toUpdate } from './edits'
import {
  alertRows,
  asJson,
  categoryLabels,
  editsOf,
  passes,
  previewOf,
  readImport,
  stateOf,
  toggle,
} from './alert-rows'
import type { AlertFilterName } from './grid-search'
import { channelPath } from './member-path'
import { bareWorkspace } from '../testing/bare-workspace'

const workspace: Workspace = {
  ...bareWorkspace,
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

test('rows are in the order of the categories, those of the engine last', () => {
  const alertTypes = { engineOwn: { internal: true as const } }
  const all = alertRows({ ...workspace, alertDeliverySettings: { alertTypes } }, {})
  const categories = all.map(({ category }) => category)
  const starts = categories.filter((category, index) => category !== categories[index - 1])
  expect(starts).toEqual(Object.keys(categoryLabels))
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

test('the preview of an import lists each switch with its old and new state', () => {
  const lines = previewOf(rows(), {
    [channelPath('testAlert', 'webhook')]: false,
    [channelPath('testAlert', 'email')]: true,
    [channelPath('apiRequestsPerHour', 'email')]: false,
  })
  expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  expect(lines.filter(({ outcome }) => outcome.kind === 'change')).toEqual([
    expect.objectContaining({
      name: 'testAlert, webhook',
      outcome: { kind: 'change', from: 'on', to: 'off' },
    }),
    expect.objectContaining({
      name: 'testAlert, e-mail',
      outcome: { kind: 'change', from: 'off', to: 'on' },
    }),
  ])
})

test('filters combine text, category and states', () => {
  const drafts = { [channelPath('totalNumberOfTenants', 'email')]: true }
  const shown = (text: string, category?: string, ...names: AlertFilterName[]) =>
    rows(drafts)
      .filter((row) => passes(row, text, category, names))
      .map(({ name }) => name)
  expect(shown('')).toHaveLength(30)
  expect(shown('', undefined, 'changed')).toEqual(['totalNumberOfTenants'])
  expect(shown('', undefined, 'outside').sort()).toEqual(['testAlert', 'totalNumberOfTenants'])
  expect(shown('', undefined, 'internalOnly')).toHaveLength(28)
  expect(shown('', undefined, 'outside', 'internalOnly')).toEqual([])
  expect(shown('testalert')).toEqual(['testAlert'])
  const category = rows().find(({ name }) => name === 'testAlert')?.category
  expect(shown('', category)).toContain('testAlert')
  expect(shown('', category).length).toBeLessThan(30)
  expect(shown('testalert', 'none')).toEqual([])
})

test('a checkbox over no rows is off', () => {
  expect(stateOf([], ['webhook', 'email'])).toBe('off')
})

test('types that only the engine knows are shown, but neither switched nor exported', () => {
  const alertTypes = { engineOwn: { internal: true as const, email: { enabled: true } } }
  const withUnknown = alertRows({ ...workspace, alertDeliverySettings: { alertTypes } }, {})
  expect(withUnknown.map(({ name }) => name)).toContain('engineOwn')
  expect(Object.keys(toggle({}, withUnknown, ['webhook']))).toHaveLength(alertTypeNames.length)
  expect(typeof readImport(asJson(withUnknown))).not.toBe('string')
})

test('an import that cannot be read says what is wrong with its first members', () => {
  const words = readImport('{"alertTypes":{"testAlert":{"internal":true}}}')
  expect(words).toMatch(/^alertTypes\.\w+: Invalid input: .*, and 28 more problems$/)
})

test('the settings of a whole record can be imported too', () => {
  const exported: unknown = JSON.parse(asJson(rows()))
  const record = { name: 'W', alertDeliverySettings: exported }
  expect(readImport(JSON.stringify(record))).toEqual(readImport(JSON.stringify(exported)))
})
