import { expect, test } from 'vitest'
import { chartMarks } from './chart-marks'
import type { LimitChange } from './limit-history'

const minute = 60_000
const steps = [0, 1, 2].map((index) => ({
  start: (10 + index) * minute,
  used: 0,
  refused: 0,
  peak: 0,
}))
const at = (minutes: number) => new Date(minutes * minute).toISOString()
const change = (minutes: number): LimitChange => ({
  event: {
    id: String(minutes),
    operation: 'updateOrgWorkspace',
    outcome: 'done',
    subject: { type: 'workspace', id: '1' },
    actor: { role: 'admin', name: 'Ada' },
    createdAt: at(minutes),
    changes: [],
  },
  layer: 'workspace',
  before: undefined,
  after: 5,
})

test('changes and alerts mark the step they fall into; earlier ones are left out', () => {
  const marks = chartMarks(
    steps,
    [change(11.5), change(9)],
    [{ createdAt: at(10.2), severity: 'critical' }],
    (value) => (value === undefined ? '–' : String(value)),
  )
  expect(marks).toEqual([
    { start: 10 * minute, kind: 'alert', text: expect.stringContaining('Alert raised: critical') },
    {
      start: 11 * minute,
      kind: 'change',
      text: expect.stringContaining('Ada: workspace limit from – to 5'),
    },
  ])
})
