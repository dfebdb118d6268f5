import { expect, test } from 'vitest'
import type { Workspace } from '../../contract/workspaces'
import { bareWorkspace } from '../testing/bare-workspace'
import { contextAt } from './limit-review'
import { limitRows } from './limit-rows'
import { limitPath } from './member-path'

const workspace: Workspace = {
  ...bareWorkspace,
  limits: {
    apiRequestsPerSecond: { unit: 'number', value: 120, defaultValue: 100 },
    parallelFlowRuns: { unit: 'number', value: 50, defaultValue: 50 },
    engineOwn: { unit: 'number', value: 3 },
  },
  operatorLimits: { engineSecret: { unit: 'Mb', value: 7 } },
}
const usageAt = (level: number) => ({ level, points: [], attempts: [] })

test('the context of a change is found by its path; a setting has none', () => {
  const rows = limitRows(workspace, {}, { parallelFlowRuns: usageAt(4) })
  expect(contextAt(rows, limitPath('workspace', 'parallelFlowRuns'))).toBe('default 50 · in use 4')
  expect(contextAt(rows, 'settings.enableApiLogs')).toBeUndefined()
})
