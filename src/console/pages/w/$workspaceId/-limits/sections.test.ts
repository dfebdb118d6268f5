import { expect, test } from 'vitest'
import { limitPath } from '@/console/edits/member-path'
import { limitRows } from '@/console/grids/limit-rows'
import { bareWorkspace } from '@/console/testing/bare-workspace'
import { resetsOf, sectionsOf } from './sections'

const rows = limitRows(
  {
    ...bareWorkspace,
    limits: {
      apiRequestsPerSecond: { unit: 'number', value: 20, defaultValue: 10 },
      apiRequestsPerHour: { unit: 'number', defaultValue: 5000 },
    },
    operatorLimits: { apiRequestsPerHour: { unit: 'number', value: 10 } },
  },
  { [limitPath('workspace', 'parallelFlowRuns')]: 'text' },
)
const groups = [...new Set(rows.map(({ group }) => group))]

test('rows are split into their groups and keep their positions', () => {
  const sections = sectionsOf(rows, false)
  expect(sections.map(({ group }) => group)).toEqual(groups)
  for (const { group, rows: inGroup } of sections)
    for (const { row, index } of inGroup) {
      expect(row.group).toBe(group)
      expect(rows[index]).toBe(row)
    }
  expect(sections.flatMap((section) => section.rows)).toHaveLength(rows.length)
})

test('sorted rows are one section; without rows there is no group', () => {
  expect(sectionsOf(rows, true).map(({ group, rows: { length } }) => [group, length])).toEqual([
    [undefined, rows.length],
  ])
  expect(sectionsOf([], false)).toEqual([])
})

test('a group is reset by clearing the values of the workspace, also unreadable ones', () => {
  const cleared = { layer: 'workspace', value: null }
  expect(groups.map((group) => resetsOf(rows, group)).filter(({ length }) => length > 0)).toEqual([
    [{ name: 'parallelFlowRuns', ...cleared }],
    [{ name: 'apiRequestsPerSecond', ...cleared }],
  ])
})
