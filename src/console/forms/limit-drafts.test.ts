import { expect, test } from 'vitest'
import { workspaceWithLimits as workspace } from '../testing/bare-workspace'
import { draftedEntry, effectiveChanges, type CellChange } from './limit-drafts'
import { limitRows } from './limit-rows'
import { limitPath } from './member-path'

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
