import { expect, test } from 'vitest'
import { workspaceWithLimits as workspace } from '../testing/bare-workspace'
import { contextAt } from './limit-review'
import { limitRows } from './limit-rows'
import { limitPath } from './member-path'

const usageAt = (level: number) => ({ level, points: [], attempts: [] })

test('the context of a change is found by its path; a setting has none', () => {
  const rows = limitRows(workspace, {}, { parallelFlowRuns: usageAt(4) })
  expect(contextAt(rows, limitPath('workspace', 'parallelFlowRuns'))).toBe('default 50 · in use 4')
  expect(contextAt(rows, 'settings.enableApiLogs')).toBeUndefined()
})
