import { expect, test } from 'vitest'
import { limitPath } from '@/console/edits/member-path'
import {
  workspaceWithLimitLayers,
  workspaceWithLimits as workspace,
} from '@/console/testing/bare-workspace'
import { limitNames } from '@/contract/limits'
import type { Drafts } from './drafts'
import { editsOf } from './limit-drafts'
import {
  countWouldBeRejected,
  filters,
  isScarce,
  limitRows,
  passes,
  severityOf,
  type Draft,
} from './limit-rows'

const usageAt = (level: number) => ({ level, points: [], attempts: [] })

test('a limit is scarce from 80 % on, or if it allows nothing and is used', () => {
  const scarce = (level: number, effective: number) =>
    isScarce({ usage: usageAt(level), effective })
  expect([scarce(79, 100), scarce(80, 100), scarce(0, 0), scarce(1, 0)]).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(isScarce({ usage: undefined, effective: 1 })).toBe(false)
  expect(isScarce({ usage: usageAt(5), effective: undefined })).toBe(false)
})

test('a workspace sets from where on a limit is scarce', () => {
  const usage = { apiRequestsPerSecond: usageAt(84) }
  const alertSettings = { nearPercent: 70 }
  const severities = [workspace, { ...workspace, alertSettings }].map((record) => {
    const row = limitRows(record, {}, usage).find(({ name }) => name === 'apiRequestsPerSecond')
    return row && severityOf(row)
  })
  expect(severities).toEqual([undefined, 'warning'])
})

test('a scarce limit is critical where it refuses, and a warning else, even if all is used', () => {
  const point = { at: '2026-01-01T00:00:00.000Z', used: 1, peak: 1, refused: 1 }
  const severity = (level: number, effective: number, points: (typeof point)[] = []) =>
    severityOf({ usage: { ...usageAt(level), points }, effective })
  expect(severity(79, 100, [point])).toBeUndefined()
  expect([severity(80, 100), severity(100, 100)]).toEqual(['warning', 'warning'])
  expect([severity(90, 100, [point]), severity(1, 0)]).toEqual(['critical', 'critical'])
})

test('nothing would be rejected where usage or limit are not known', () => {
  const usage = { ...usageAt(0), attempts: [{ amount: 9, times: 2 }] }
  const count = (name: string, effective: number | undefined) =>
    countWouldBeRejected({ name, usage, effective })
  expect(count('apiRequestsPerSecond', 4)).toBe(10)
  expect(count('apiRequestsPerSecond', undefined)).toBe(0)
  expect(count('engineOwn', 4)).toBe(0)
  expect(countWouldBeRejected({ name: 'parallelFlowRuns', usage: undefined, effective: 1 })).toBe(0)
})

test('limits that only an operator sets have a row, in the unit of the operator', () => {
  const row = limitRows(workspace, {}).find(({ name }) => name === 'engineSecret')
  expect(row).toMatchObject({
    group: 'unknown',
    unit: 'Mb',
    values: { workspace: undefined, operator: 7 },
    layer: 'operator',
  })
})

test('rows are shown by text, group and filters together', () => {
  const usage = { parallelFlowRuns: usageAt(50) }
  const rows = limitRows(workspace, {}, usage)
  const shown = (text: string, group: string | undefined, ...names: (keyof typeof filters)[]) =>
    rows.filter((row) => passes(row, text, group, names)).map(({ name }) => name)
  expect(shown('', undefined, 'own')).toEqual(['apiRequestsPerSecond', 'engineOwn'])
  expect(shown('', undefined, 'near')).toEqual(['parallelFlowRuns'])
  expect(shown('', 'unknown')).toEqual(['engineOwn', 'engineSecret'])
  expect(shown(' Secret ', 'unknown')).toEqual(['engineSecret'])
  expect(shown('', 'unknown', 'own')).toEqual(['engineOwn'])
  expect(shown('', undefined, 'enforced')).toContain('apiRequestsPerSecond')
  expect(shown('', undefined, 'enforced')).not.toContain('parallelFlowRuns')
  expect(shown('', 'unknown', 'alert')).toEqual([])
})

const row = (name: string, drafts: Drafts<Draft> = {}) =>
  limitRows(workspaceWithLimitLayers, drafts).find((candidate) => candidate.name === name)

test('there are rows for all 45 limits and for unknown ones', () => {
  const names = limitRows(workspaceWithLimitLayers, {}).map(({ name }) => name)
  expect(names).toEqual([...limitNames, 'engineOwnLimit'])
  expect(row('engineOwnLimit')).toMatchObject({ group: 'unknown', effective: 3 })
})

test('a row names the layer that its effective value comes from', () => {
  expect(row('apiRequestsPerSecond')).toMatchObject({ effective: 120, layer: 'workspace' })
  expect(row('apiRequestsPerHour')).toMatchObject({ effective: 50_000, layer: 'operator' })
  expect(row('totalFileStorageMb')).toMatchObject({ effective: 10_240, layer: 'default' })
  expect(
    row('apiRequestsPerSecond', { [limitPath('workspace', 'apiRequestsPerSecond')]: null }),
  ).toMatchObject({
    values: { workspace: undefined },
    effective: 100,
    layer: 'default',
    changed: { workspace: true },
  })
})

test('an operator limit can be drafted, overrides the workspace value and can be removed', () => {
  const drafts: Drafts<Draft> = {
    [limitPath('operator', 'apiRequestsPerSecond')]: 30,
    [limitPath('operator', 'apiRequestsPerHour')]: null,
  }
  expect(row('apiRequestsPerSecond', drafts)).toMatchObject({
    values: { workspace: 120, operator: 30 },
    effective: 30,
    layer: 'operator',
    changed: { workspace: false, operator: true },
  })
  expect(row('apiRequestsPerHour', drafts)).toMatchObject({
    values: { operator: undefined },
    effective: 100_000,
    layer: 'default',
  })
  expect(editsOf(workspaceWithLimitLayers, drafts)).toEqual([
    {
      path: 'operatorLimits.apiRequestsPerSecond',
      before: undefined,
      after: { unit: 'number', value: 30 },
    },
    {
      path: 'operatorLimits.apiRequestsPerHour',
      before: { unit: 'number', value: 50_000 },
      after: undefined,
    },
  ])
})

test('invalid text is kept and shown, and makes no edit', () => {
  const drafts = { [limitPath('workspace', 'apiRequestsPerSecond')]: '5 apples' }
  expect(row('apiRequestsPerSecond', drafts)).toMatchObject({
    values: { workspace: 120 },
    effective: 120,
    changed: { workspace: false },
    unreadable: { workspace: '5 apples' },
  })
  expect(editsOf(workspaceWithLimitLayers, drafts)).toEqual([])
  expect(
    limitRows(workspaceWithLimitLayers, drafts)
      .filter(filters.changed.passes)
      .map(({ name }) => name),
  ).toEqual(['apiRequestsPerSecond'])
})

test('rows are shown by their changes, their overrides and their texts', () => {
  const shown = (names: (keyof typeof filters)[], text = '') =>
    limitRows(workspaceWithLimitLayers, { [limitPath('workspace', 'totalFileStorageMb')]: 1 })
      .filter((candidate) => passes(candidate, text, undefined, names))
      .map(({ name }) => name)
  expect(shown(['changed'])).toEqual(['totalFileStorageMb'])
  expect(shown(['overridden'])).toEqual(['apiRequestsPerHour'])
  expect(shown([], 'per tenant and hour').every((name) => name.includes('PerTenantPerHour'))).toBe(
    true,
  )
})
