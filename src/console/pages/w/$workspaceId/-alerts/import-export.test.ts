import { expect, test } from 'vitest'
import { alertSettingPath, channelPath } from '@/console/edits/member-path'
import { editsOf } from '@/console/grids/alert-drafts'
import { alertRows } from '@/console/grids/alert-rows'
import { workspaceWithAlerts as workspace } from '@/console/testing/bare-workspace'
import { asJson, previewOf, readImport } from './import-export'

const rows = (drafts = {}) => alertRows(workspace, drafts)

test('importing an export changes nothing; an incomplete list is rejected', () => {
  const drafts = readImport(asJson(rows(), undefined))
  expect(typeof drafts === 'string' ? drafts : editsOf(workspace, drafts)).toEqual([])
  expect(readImport('{"alertTypes":{"testAlert":{"internal":true}}}')).toEqual(
    expect.stringContaining('A value is required'),
  )
  expect(readImport('{')).toBe('Not JSON')
})

test('the preview of an import lists each switch with its old and new state', () => {
  const lines = previewOf(rows(), undefined, {
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

test('an import that cannot be read says what is wrong with its first members', () => {
  const words = readImport('{"alertTypes":{"testAlert":{"internal":true}}}')
  expect(words).toMatch(/^alertTypes\.\w+: A value is required, and 28 more problems$/)
})

test('the settings of a whole record can be imported too', () => {
  const exported: unknown = JSON.parse(asJson(rows(), undefined))
  const record = { name: 'W', alertDeliverySettings: exported }
  expect(readImport(JSON.stringify(record))).toEqual(readImport(JSON.stringify(exported)))
})

test('types that only the engine knows are not exported', () => {
  const alertTypes = { engineOwn: { internal: true as const, email: { enabled: true } } }
  const withUnknown = alertRows({ ...workspace, alertDeliverySettings: { alertTypes } }, {})
  expect(typeof readImport(asJson(withUnknown, undefined))).not.toBe('string')
})

test('threshold and recipients are exported and imported too, from a record as well', () => {
  const settings = { nearPercent: 90, emailRecipients: ['ann@larkfield.example'] }
  const text = asJson(rows(), settings)
  const imported = {
    [alertSettingPath('nearPercent')]: 90,
    [alertSettingPath('emailRecipients')]: ['ann@larkfield.example'],
  }
  expect(readImport(text)).toMatchObject(imported)
  const { alertSettings, ...alertDeliverySettings } = JSON.parse(text)
  expect(readImport(JSON.stringify({ alertDeliverySettings, alertSettings }))).toMatchObject(
    imported,
  )
  const before = { nearPercent: 80, emailRecipients: [] }
  const changes = previewOf(rows(), before, imported).filter(
    ({ outcome }) => outcome.kind === 'change',
  )
  expect(changes.map(({ outcome }) => outcome)).toEqual([
    { kind: 'change', from: '80', to: '90' },
    { kind: 'change', from: 'none', to: 'ann@larkfield.example' },
  ])
  expect(previewOf(rows(), undefined, imported)).toHaveLength(60)
  expect(readImport(asJson(rows(), { nearPercent: 10 }))).toContain('alertSettings.nearPercent')
})
