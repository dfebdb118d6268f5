import { expect, test } from 'vitest'
import { editsOf } from '../../../../forms/alert-drafts'
import { alertRows } from '../../../../forms/alert-rows'
import { channelPath } from '../../../../forms/member-path'
import { workspaceWithAlerts as workspace } from '../../../../testing/bare-workspace'
import { asJson, previewOf, readImport } from './import-export'

const rows = (drafts = {}) => alertRows(workspace, drafts)

test('importing an export changes nothing; an incomplete list is rejected', () => {
  const drafts = readImport(asJson(rows()))
  expect(typeof drafts === 'string' ? drafts : editsOf(workspace, drafts)).toEqual([])
  expect(readImport('{"alertTypes":{"testAlert":{"internal":true}}}')).toEqual(
    expect.stringContaining('A value is required'),
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

test('an import that cannot be read says what is wrong with its first members', () => {
  const words = readImport('{"alertTypes":{"testAlert":{"internal":true}}}')
  expect(words).toMatch(/^alertTypes\.\w+: A value is required, and 28 more problems$/)
})

test('the settings of a whole record can be imported too', () => {
  const exported: unknown = JSON.parse(asJson(rows()))
  const record = { name: 'W', alertDeliverySettings: exported }
  expect(readImport(JSON.stringify(record))).toEqual(readImport(JSON.stringify(exported)))
})

test('types that only the engine knows are not exported', () => {
  const alertTypes = { engineOwn: { internal: true as const, email: { enabled: true } } }
  const withUnknown = alertRows({ ...workspace, alertDeliverySettings: { alertTypes } }, {})
  expect(typeof readImport(asJson(withUnknown))).not.toBe('string')
})
