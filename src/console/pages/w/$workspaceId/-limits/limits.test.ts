import { expect, test } from 'vitest'
import { limitNames } from '../../../../../contract/limits'
import type { Workspace } from '../../../../../contract/workspaces'
import { toUpdate } from '../../../../forms/update-request'
import type { Drafts } from '../../../../forms/drafts'
import { limitPath } from '../../../../forms/member-path'
import { asCsv, asJson, changesOf, readImport } from './exchange'
import { cautionsOf, contextOf } from '../../../../forms/limit-review'
import { editsOf } from '../../../../forms/limit-drafts'
import { filters, limitRows, passes, type Draft } from '../../../../forms/limit-rows'
import { bareWorkspace } from '../../../../testing/bare-workspace'

const workspace: Workspace = {
  ...bareWorkspace,
  limits: {
    apiRequestsPerSecond: { unit: 'number', value: 120, defaultValue: 100 },
    apiRequestsPerHour: { unit: 'number', defaultValue: 100_000 },
    totalFileStorageMb: { unit: 'Mb', defaultValue: 10_240 },
    engineOwnLimit: { unit: 'number', value: 3 },
  },
  operatorLimits: { apiRequestsPerHour: { unit: 'number', value: 50_000 } },
}
/** Drafts of the workspace's values by limit name. */
const own = (values: Record<string, Draft>): Drafts<Draft> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [limitPath('workspace', name), value]),
  )
const row = (name: string, drafts: Drafts<Draft> = {}) =>
  limitRows(workspace, drafts).find((candidate) => candidate.name === name)

test('there are rows for all 45 limits and for unknown ones', () => {
  const names = limitRows(workspace, {}).map(({ name }) => name)
  expect(names).toEqual([...limitNames, 'engineOwnLimit'])
  expect(row('engineOwnLimit')).toMatchObject({ group: 'unknown', effective: 3 })
})

test('a row names the layer that its effective value comes from', () => {
  expect(row('apiRequestsPerSecond')).toMatchObject({ effective: 120, layer: 'workspace' })
  expect(row('apiRequestsPerHour')).toMatchObject({ effective: 50_000, layer: 'operator' })
  expect(row('totalFileStorageMb')).toMatchObject({ effective: 10_240, layer: 'default' })
  expect(row('apiRequestsPerSecond', own({ apiRequestsPerSecond: null }))).toMatchObject({
    values: { workspace: undefined },
    effective: 100,
    layer: 'default',
    changed: { workspace: true },
  })
})

test('a changed limit is sent as a complete entry, a cleared one without a value', () => {
  expect(
    toUpdate(
      workspace,
      editsOf(workspace, own({ apiRequestsPerSecond: null, totalFileStorageMb: 3072 })),
    ),
  ).toEqual({
    limits: {
      apiRequestsPerSecond: { unit: 'number', defaultValue: 100 },
      totalFileStorageMb: { unit: 'Mb', value: 3072, defaultValue: 10_240 },
    },
  })
  expect(
    editsOf(workspace, own({ apiRequestsPerSecond: 120 })),
    'what was typed is what is there',
  ).toEqual([])
})

test('a cut by more than half needs confirmation, unless the operator limit hides it', () => {
  const drafts = own({
    apiRequestsPerSecond: 40,
    apiRequestsPerHour: 10,
    totalFileStorageMb: 9000,
  })
  expect(cautionsOf(workspace, limitRows(workspace, drafts))).toEqual([
    expect.stringContaining('67%'),
  ])
  expect(cautionsOf(workspace, limitRows(workspace, own({ apiRequestsPerSecond: 0 })))).toEqual([
    expect.stringContaining('0 blocks all requests'),
  ])
})

test('an operator limit can be drafted, overrides the workspace value and can be removed', () => {
  const drafts: Drafts<Draft> = {
    [limitPath('operator', 'apiRequestsPerSecond')]: 30,
    [limitPath('operator', 'apiRequestsPerHour')]: null,
  }
  expect(row('apiRequestsPerSecond', drafts)).toMatchObject({
    values: { workspace: 120, operator: 30 },
    effective: 30,
    layer: 'operator',
    changed: { workspace: false, operator: true },
  })
  expect(row('apiRequestsPerHour', drafts)).toMatchObject({
    values: { operator: undefined },
    effective: 100_000,
    layer: 'default',
  })
  expect(editsOf(workspace, drafts)).toEqual([
    {
      path: 'operatorLimits.apiRequestsPerSecond',
      before: undefined,
      after: { unit: 'number', value: 30 },
    },
    {
      path: 'operatorLimits.apiRequestsPerHour',
      before: { unit: 'number', value: 50_000 },
      after: undefined,
    },
  ])
})

test('an operator limit is reviewed with the same warnings and its context', () => {
  const usage = {
    apiRequestsPerSecond: { level: 7, points: [], attempts: [{ amount: 102, times: 12 }] },
  }
  const cautions = (value: number) =>
    cautionsOf(
      workspace,
      limitRows(workspace, { [limitPath('operator', 'apiRequestsPerSecond')]: value }, usage),
    )
  expect(cautions(2)).toEqual([
    'API requests per second is cut by 98%, from 120 to 2',
    'API requests per second: a limit of 2 would have refused 1,200 requests in the last hour',
  ])
  expect(cautions(0)).toContain('API requests per second: 0 blocks all requests')
  expect(cautions(500)).toEqual([])
  const drafts = { [limitPath('operator', 'apiRequestsPerSecond')]: 2 }
  const limit = limitRows(workspace, drafts, usage).find(
    ({ name }) => name === 'apiRequestsPerSecond',
  )
  expect(limit && contextOf(limit, 'operator')).toBe('default 100 · workspace 120 · in use 7')
  expect(limit && contextOf(limit, 'workspace')).toBe(
    'default 100 · in use 7 · the operator override stays in effect: 2',
  )
})

test('invalid text is kept and shown, and makes no edit', () => {
  const drafts = own({ apiRequestsPerSecond: '5 apples' })
  expect(row('apiRequestsPerSecond', drafts)).toMatchObject({
    values: { workspace: 120 },
    effective: 120,
    changed: { workspace: false },
    unreadable: { workspace: '5 apples' },
  })
  expect(editsOf(workspace, drafts)).toEqual([])
  expect(
    limitRows(workspace, drafts)
      .filter(filters.changed.passes)
      .map(({ name }) => name),
  ).toEqual(['apiRequestsPerSecond'])
})

test('filters', () => {
  const shown = (names: (keyof typeof filters)[], text = '') =>
    limitRows(workspace, own({ totalFileStorageMb: 1 }))
      .filter((candidate) => passes(candidate, text, undefined, names))
      .map(({ name }) => name)
  expect(shown(['changed'])).toEqual(['totalFileStorageMb'])
  expect(shown(['overridden'])).toEqual(['apiRequestsPerHour'])
  expect(shown([], 'per tenant and hour').every((name) => name.includes('PerTenantPerHour'))).toBe(
    true,
  )
})

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

test.each(['', 'name;label;value\r\n'])(
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
