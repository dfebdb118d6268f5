import { expect, test } from 'vitest'
import { channelPath } from '@/console/edits/member-path'
import { workspaceWithAlerts as workspace } from '@/console/testing/bare-workspace'
import { alertTypeNames } from '@/contract/alerts'
import { alertRows, categoryLabels, passes, stateOf } from './alert-rows'
import type { AlertFilterName } from './grid-search'

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

test('types that only the engine knows are shown', () => {
  const alertTypes = { engineOwn: { internal: true as const, email: { enabled: true } } }
  const withUnknown = alertRows({ ...workspace, alertDeliverySettings: { alertTypes } }, {})
  expect(withUnknown.map(({ name }) => name)).toContain('engineOwn')
})
