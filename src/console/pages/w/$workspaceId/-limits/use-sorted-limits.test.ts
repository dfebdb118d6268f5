import { expect, test } from 'vitest'
import { limitPath } from '@/console/edits/member-path'
import { limitRows, type LimitRow } from '@/console/grids/limit-rows'
import { sortedBy } from '@/console/table/columns'
import { bareWorkspace } from '@/console/testing/bare-workspace'
import type { Workspace } from '@/contract/workspaces'
import { limitColumns } from './columns'
import { knownSort } from './use-sorted-limits'

const workspace: Workspace = {
  ...bareWorkspace,
  limits: {
    parallelEventPulls: { unit: 'number', value: 9, defaultValue: 100 },
    apiRequestsPerHour: { unit: 'number', value: 1000, defaultValue: 5000 },
    apiRequestsPerSecond: { unit: 'number', value: 20, defaultValue: 10 },
    totalNumberOfTenants: { unit: 'number', value: 0 },
  },
  operatorLimits: { apiRequestsPerHour: { unit: 'number', value: 10 } },
}
const used = (level: number) => ({ level, points: [], attempts: [] })
const usage = {
  apiRequestsPerHour: used(9),
  apiRequestsPerSecond: used(10),
  totalNumberOfTenants: used(1),
  parallelFlowRuns: used(500),
}
const sorted = (sort: string, rows: readonly LimitRow[], count: number) =>
  sortedBy(rows, limitColumns, sort)
    .slice(0, count)
    .map(({ name }) => name)
const rows = limitRows(workspace, {}, usage)

test('values sort by number and limits without one come last, in both directions', () => {
  const ascending = [
    'totalNumberOfTenants',
    'parallelEventPulls',
    'apiRequestsPerSecond',
    'apiRequestsPerHour',
  ]
  expect(sorted('workspace', rows, 4)).toEqual(ascending)
  expect(sorted('-workspace', rows, 4)).toEqual(ascending.toReversed())
  expect(sorted('-default', rows, 3)).toEqual([
    'apiRequestsPerHour',
    'parallelEventPulls',
    'apiRequestsPerSecond',
  ])
  expect(sorted('operator', rows, 1)).toEqual(['apiRequestsPerHour'])
  expect(sorted('-effective', rows, 3)).toEqual([
    'apiRequestsPerSecond',
    'apiRequestsPerHour',
    'parallelEventPulls',
  ])
})

test('usage sorts by the share of the limit in effect; without a limit there is none', () => {
  const shares = ['totalNumberOfTenants', 'apiRequestsPerHour', 'apiRequestsPerSecond']
  expect(sorted('-usage', rows, 3)).toEqual(shares)
  expect(sorted('usage', rows, 3)).toEqual(shares.toReversed())
})

test('limits sort by what is saved, not by drafts', () => {
  const drafts = {
    [limitPath('workspace', 'parallelEventPulls')]: 1_000_000,
    [limitPath('workspace', 'apiRequestsPerHour')]: null,
    [limitPath('workspace', 'parallelFlowRuns')]: 'text',
    [limitPath('operator', 'apiRequestsPerSecond')]: 1,
    [limitPath('operator', 'apiRequestsPerHour')]: null,
  }
  for (const { name } of limitColumns)
    expect(sorted(name, limitRows(workspace, drafts, usage), Infinity), name).toEqual(
      sorted(name, rows, Infinity),
    )
})

test('a sort by an unknown column is none', () => {
  expect(['-usage', 'limit', 'size', '', undefined].map(knownSort)).toEqual([
    '-usage',
    'limit',
    undefined,
    undefined,
    undefined,
  ])
})
