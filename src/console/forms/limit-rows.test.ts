import { expect, test } from 'vitest'
import { workspaceWithLimits as workspace } from '../testing/bare-workspace'
import {
  countWouldBeRejected,
  filters,
  isScarce,
  limitRows,
  passes,
  severityOf,
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
