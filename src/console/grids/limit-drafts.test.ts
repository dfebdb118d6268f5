import { expect, test } from 'vitest'
import { limitPath } from '@/console/edits/member-path'
import { toUpdate } from '@/console/edits/update-request'
import {
  workspaceWithLimitLayers,
  workspaceWithLimits as workspace,
} from '@/console/testing/bare-workspace'
import { draftedEntry, editsOf, effectiveChanges, type CellChange } from './limit-drafts'
import { limitRows } from './limit-rows'

test('only changes that change a cell are made, and none of unknown limits', () => {
  const rows = limitRows(workspace, { [limitPath('operator', 'parallelFlowRuns')]: '5 apples' })
  const change = (name: string, value: CellChange['value'], layer: CellChange['layer']) => ({
    name,
    value,
    layer,
  })
  const kept = [
    change('apiRequestsPerSecond', 121, 'workspace'),
    change('apiRequestsPerSecond', null, 'workspace'),
    change('apiRequestsPerSecond', 120, 'operator'),
    change('parallelFlowRuns', null, 'operator'),
  ]
  const dropped = [
    change('apiRequestsPerSecond', 120, 'workspace'),
    change('apiRequestsPerSecond', null, 'operator'),
    change('parallelFlowRuns', '5 apples', 'operator'),
    change('engineOwn', 4, 'workspace'),
    change('nowhere', 4, 'workspace'),
  ]
  expect(effectiveChanges(rows, [...kept, ...dropped])).toEqual(kept)
})

test('a limit that the record omits is set in its own unit', () => {
  expect(draftedEntry(workspace, 'totalFileStorageMb', 5)).toEqual({ unit: 'Mb', value: 5 })
  expect(draftedEntry(workspace, 'engineOther', 5)).toEqual({ unit: 'number', value: 5 })
})

test('a changed limit is sent as a complete entry, a cleared one without a value', () => {
  expect(
    toUpdate(
      workspaceWithLimitLayers,
      editsOf(workspaceWithLimitLayers, {
        [limitPath('workspace', 'apiRequestsPerSecond')]: null,
        [limitPath('workspace', 'totalFileStorageMb')]: 3072,
      }),
    ),
  ).toEqual({
    limits: {
      apiRequestsPerSecond: { unit: 'number', defaultValue: 100 },
      totalFileStorageMb: { unit: 'Mb', value: 3072, defaultValue: 10_240 },
    },
  })
  expect(
    editsOf(workspaceWithLimitLayers, { [limitPath('workspace', 'apiRequestsPerSecond')]: 120 }),
    'what was typed is what is there',
  ).toEqual([])
})
