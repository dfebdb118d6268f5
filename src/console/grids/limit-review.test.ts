import { expect, test } from 'vitest'
import { limitPath } from '@/console/edits/member-path'
import {
  workspaceWithLimitLayers,
  workspaceWithLimits as workspace,
} from '@/console/testing/bare-workspace'
import { cautionsOf, contextAt, contextOf } from './limit-review'
import { limitRows, type LimitRow } from './limit-rows'

const textsOf = (rows: readonly LimitRow[]) =>
  cautionsOf(workspaceWithLimitLayers, rows).map(({ text }) => text)

const usageAt = (level: number) => ({ level, points: [], attempts: [] })

test('the context of a change is found by its path; a setting has none', () => {
  const rows = limitRows(workspace, {}, { parallelFlowRuns: usageAt(4) })
  expect(contextAt(rows, limitPath('workspace', 'parallelFlowRuns'))).toBe('default 50 · in use 4')
  expect(contextAt(rows, 'settings.enableApiLogs')).toBeUndefined()
})

test('a cut by more than half needs confirmation, unless the operator limit hides it', () => {
  const drafts = {
    [limitPath('workspace', 'apiRequestsPerSecond')]: 40,
    [limitPath('workspace', 'apiRequestsPerHour')]: 10,
    [limitPath('workspace', 'totalFileStorageMb')]: 9000,
  }
  expect(textsOf(limitRows(workspaceWithLimitLayers, drafts))).toEqual([
    expect.stringContaining('67%'),
  ])
  expect(
    textsOf(
      limitRows(workspaceWithLimitLayers, { [limitPath('workspace', 'apiRequestsPerSecond')]: 0 }),
    ),
  ).toEqual([expect.stringContaining('0 blocks all requests')])
})

test('an operator limit is reviewed with the same warnings and its context', () => {
  const usage = {
    apiRequestsPerSecond: { level: 7, points: [], attempts: [{ amount: 102, times: 12 }] },
  }
  const cautions = (value: number) =>
    textsOf(
      limitRows(
        workspaceWithLimitLayers,
        { [limitPath('operator', 'apiRequestsPerSecond')]: value },
        usage,
      ),
    )
  expect(cautions(2)).toEqual([
    'API requests per second is cut by 98%, from 120 to 2',
    'API requests per second: a limit of 2 would have refused 1,200 requests in the last hour',
  ])
  expect(cautions(0)).toContain('API requests per second: 0 blocks all requests')
  expect(cautions(500)).toEqual([])
  const drafts = { [limitPath('operator', 'apiRequestsPerSecond')]: 2 }
  const limit = limitRows(workspaceWithLimitLayers, drafts, usage).find(
    ({ name }) => name === 'apiRequestsPerSecond',
  )
  expect(limit && contextOf(limit, 'operator')).toBe('default 100 · workspace 120 · in use 7')
  expect(limit && contextOf(limit, 'workspace')).toBe(
    'default 100 · in use 7 · the operator override stays in effect: 2',
  )
})
