import { expect, test } from 'vitest'
import { limitRows } from '@/console/grids/limit-rows'
import { workspaceWithLimitLayers as workspace } from '@/console/testing/bare-workspace'
import { asCsv, asJson, changesOf, readImport } from './import-export'

test('an import previews the effect of each line', () => {
  const lines = readImport(
    'name,value\napiRequestsPerSecond,1.5k\ntotalFileStorageMb,3 GB\n' +
      'apiRequestsPerHour,\nnope,1\nparallelFlowRuns,-3\n',
    limitRows(workspace, {}),
  )
  expect(lines).toEqual([
    { line: 2, name: 'apiRequestsPerSecond', outcome: { kind: 'change', from: 120, to: 1500 } },
    { line: 3, name: 'totalFileStorageMb', outcome: { kind: 'change', from: undefined, to: 3072 } },
    { line: 4, name: 'apiRequestsPerHour', outcome: { kind: 'same' } },
    { line: 5, name: 'nope', outcome: { kind: 'error', reason: 'No limit has this name' } },
    {
      line: 6,
      name: 'parallelFlowRuns',
      outcome: { kind: 'error', reason: expect.stringContaining('not negative') },
    },
  ])
})

test.each(['', 'name;label;value\r\n', 'Limit;Label;Value\r\n'])(
  'a spreadsheet that writes semicolons can have decimal commas: after %j',
  (heading) => {
    const label = heading === '' ? '' : '"Storage; uploads, in MB";'
    const read = (value: string) => {
      const text = `${heading}totalFileStorageMb;${label}${value}`
      const lines = readImport(text, limitRows(workspace, {}))
      return typeof lines === 'string' ? lines : lines[0]?.outcome
    }
    expect(read('"0,5"')).toMatchObject({ to: 0.5 })
    expect(read('0,5')).toMatchObject({ to: 0.5 })
    expect(read('1500.5')).toMatchObject({ to: 1500.5 })
    expect(read('1.500,5')).toMatchObject({ to: 1500.5 })
    expect(read('1,500.5')).toMatchObject({ to: 1500.5 })
    expect(read('"1,5 GB"')).toMatchObject({ to: 1536 })
    expect(read('1.500')).toEqual({
      kind: 'error',
      reason: "'1.500' can be read in more than one way: write 1.5 or 1500",
    })
  },
)

test('of several lines for a limit, the last one counts', () => {
  const lines = readImport('parallelFlowRuns,1\nparallelFlowRuns,2', limitRows(workspace, {}))
  expect(lines).toMatchObject([
    { line: 1, outcome: { kind: 'error', reason: 'Listed again on line 2' } },
    { line: 2, outcome: { kind: 'change', to: 2 } },
  ])
})

test('the case of a name does not matter', () => {
  const text = 'queuedTasksQueueSize,5\nPARALLELFLOWRUNS,1\nparallelFlowRuns,2'
  expect(readImport(text, limitRows(workspace, {}))).toMatchObject([
    { name: 'QueuedTasksQueueSize', outcome: { kind: 'change', to: 5 } },
    { name: 'parallelFlowRuns', outcome: { reason: 'Listed again on line 3' } },
    { name: 'parallelFlowRuns', outcome: { kind: 'change', to: 2 } },
  ])
})

test('importing an export changes nothing', () => {
  const rows = limitRows(workspace, {}).filter(({ group }) => group !== 'unknown')
  for (const text of [asCsv(rows), asJson(rows)]) {
    const lines = readImport(text, rows)
    expect(
      typeof lines === 'string' ? lines : lines.filter(({ outcome }) => outcome.kind !== 'same'),
    ).toEqual([])
    if (typeof lines !== 'string') expect(changesOf(lines)).toEqual([])
  }
})

test('the lines of an import are numbered as in its file', () => {
  const text = '\r\n\r\nname,value\r\n\r\nparallelFlowRuns,1\r\n\r\nparallelFlowRuns,"2"\r\n'
  const lines = readImport(text, limitRows(workspace, {}))
  expect(lines).toMatchObject([
    { line: 5, outcome: { reason: 'Listed again on line 7' } },
    { line: 7, outcome: { kind: 'change', to: 2 } },
  ])
})
