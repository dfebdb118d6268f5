import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitPath } from '@/console/edits/member-path'
import { limitRows, type Draft } from '@/console/grids/limit-rows'
import { clampSelection, selectCell, type GridSelection } from '@/console/table/grid-selection'
import { bareWorkspace } from '@/console/testing/bare-workspace'
import { formatPlain } from '@/console/ui/format/quantity/format-quantity'
import { isLimitName, limitFacts, limitNames, type Limits } from '@/contract/limits'
import type { Workspace } from '@/contract/workspaces'
import { copyText, planPaste } from './clipboard'
import { limitColumns, positionOf, type LimitColumn } from './columns'

const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'ar-EG', 'fa', 'bn', 'mr']
const locale = fc.constantFrom(...locales)
const everything = { workspace: true, operator: true }

const name = fc.constantFrom(...limitNames)
const amountOf = (limit: string) =>
  isLimitName(limit) && limitFacts(limit).unit === 'Mb'
    ? fc.oneof(fc.maxSafeNat(), fc.double({ min: 0, max: 1e9, noNaN: true }))
    : fc.maxSafeNat()
const entries = fc
  .uniqueArray(name, { maxLength: 20 })
  .chain((names) =>
    fc.tuple(...names.map((limit) => amountOf(limit).map((value) => [limit, value] as const))),
  )
const limitsOf = (values: readonly (readonly [(typeof limitNames)[number], number])[]): Limits =>
  Object.fromEntries(
    values.map(([limit, value]) => [limit, { unit: limitFacts(limit).unit, value }]),
  )

const usage = {
  parallelApiRequests: { level: 12, points: [], attempts: [] },
  apiRequestsPerHour: { level: 4711, points: [], attempts: [] },
}

/** Rows of a workspace with an unsaved and an invalid value. */
const grids = fc
  .record({ own: entries, overrides: entries, drafted: name, unreadable: name })
  .map(({ own, overrides, drafted, unreadable }) => {
    const workspace: Workspace = {
      ...bareWorkspace,
      limits: { ...limitsOf(own), engineOwnLimit: { unit: 'msec', value: 3 } },
      operatorLimits: limitsOf(overrides),
    }
    const drafts: Record<string, Draft> = {
      [limitPath('workspace', drafted)]: 42,
      [limitPath('workspace', unreadable)]: '"5\tapples"',
    }
    return limitRows(workspace, drafts, usage)
  })

const workspaceColumn = positionOf(limitColumns, 'workspace')
const operatorColumn = positionOf(limitColumns, 'operator')
/** The columns that the user may see after hiding others. */
const views: fc.Arbitrary<readonly LimitColumn[]> = fc
  .subarray(limitColumns.filter(({ isFixed }) => isFixed !== true))
  .map((shown) =>
    limitColumns.filter((column) => column.isFixed === true || shown.includes(column)),
  )

const lastRow = limitNames.length
const cell = fc.record({
  row: fc.nat({ max: lastRow }),
  column: fc.nat({ max: limitColumns.length - 1 }),
})
const range: fc.Arbitrary<GridSelection> = fc.record({ anchor: cell, focus: cell })
const whole: GridSelection = {
  anchor: { row: 0, column: 0 },
  focus: { row: lastRow, column: limitColumns.length - 1 },
}

describe('pasting copied cells', () => {
  test('changes nothing, for any range in any locale', () => {
    fc.assert(
      fc.property(
        grids,
        views,
        fc.oneof(range, fc.constant(whole)),
        locale,
        (rows, columns, selected, where) => {
          const size = { rows: rows.length, columns: columns.length }
          const selection = clampSelection(selected, size)
          const grid = { rows, columns, selection, locale: where }
          const { changes, unreadable } = planPaste(copyText(grid), grid, everything)
          expect({ changes, unreadable }).toEqual({ changes: [], unreadable: [] })
        },
      ),
    )
  })

  test('changes nothing wherever they are pasted, if the limit names are included', () => {
    fc.assert(
      fc.property(
        grids,
        views,
        views,
        range,
        range,
        locale,
        (rows, from, to, copied, at, where) => {
          const sizeOf = (columns: readonly LimitColumn[]) => ({
            rows: rows.length,
            columns: columns.length,
          })
          const named = { ...copied, anchor: { ...copied.anchor, column: 0 } }
          const selection = clampSelection(named, sizeOf(from))
          const text = copyText({ rows, columns: from, selection, locale: where })
          const target = clampSelection(at, sizeOf(to))
          const grid = { rows, columns: to, selection: target, locale: where }
          expect(planPaste(text, grid, everything).changes).toEqual([])
        },
      ),
    )
  })
})

test('a value is pasted only into the active cell', () => {
  fc.assert(
    fc.property(
      grids,
      fc.nat({ max: limitNames.length - 1 }),
      fc.constantFrom('workspace' as const, 'operator' as const),
      fc.maxSafeNat(),
      locale,
      (rows, row, layer, value, where) => {
        const grid = {
          rows,
          columns: limitColumns,
          selection: selectCell(row, positionOf(limitColumns, layer)),
          locale: where,
        }
        const { changes, ignored } = planPaste(formatPlain(value, where), grid, everything)
        const limit = rows[row]?.name
        expect(ignored).toEqual([])
        if (changes.length > 0) expect(changes).toEqual([{ name: limit, layer, value }])
        else expect(rows[row]?.values[layer]).toBe(value)
      },
    ),
  )
})

describe('pasted text', () => {
  const rows = limitRows(
    {
      ...bareWorkspace,
      limits: { parallelEventPulls: { unit: 'number', value: 5 } },
    },
    {},
  )
  const first = selectCell(0, workspaceColumn)
  const paste = (text: string, selection = first, editable = everything) =>
    planPaste(text, { rows, columns: limitColumns, selection, locale: 'en-US' }, editable)

  test('is matched by position, and read-only columns are reported', () => {
    const lines = 'number\t10\t20\t30\t40\t50'
    expect(paste(lines, selectCell(0, 1), { workspace: true, operator: false })).toMatchObject({
      changes: [{ name: 'parallelEventPulls', layer: 'workspace', value: 20 }],
      ignored: ['Ignored read-only columns: Unit, Default, Operator, Effective, In use.'],
    })
    expect(paste('17', selectCell(0, 5))).toMatchObject({
      changes: [],
      ignored: ['Ignored read-only columns: Effective.'],
    })
  })

  test('is matched to limits by name or label, in any order', () => {
    expect(paste('Tenants\t1.5k\nparallelSseRequests\t7\nNo such\t8').changes).toEqual([
      { name: 'totalNumberOfTenants', layer: 'workspace', value: 1500 },
      { name: 'parallelSseRequests', layer: 'workspace', value: 7 },
    ])
    expect(paste('Tenants\t1.5k\nNo such\t8').ignored).toEqual([
      'No limit shown here is called No such.',
    ])
    expect(paste('Tenants\t9', selectCell(0, operatorColumn)).changes).toEqual([
      { name: 'totalNumberOfTenants', layer: 'operator', value: 9 },
    ])
    expect(paste('API requests per hour\t9\nAPI requests per tenant and hour\t1').changes).toEqual([
      { name: 'apiRequestsPerHour', layer: 'workspace', value: 9 },
      { name: 'apiRequestsPerTenantPerHour', layer: 'workspace', value: 1 },
    ])
  })

  test('is matched to columns by its headings', () => {
    expect(
      paste(
        'name\tlabel\tunit\tdefault\tvalue\toperator\n' +
          'parallelSseRequests\tStreams\tnumber\t200\t7\t8',
        selectCell(3, 6),
      ).changes,
    ).toEqual([
      { name: 'parallelSseRequests', layer: 'workspace', value: 7 },
      { name: 'parallelSseRequests', layer: 'operator', value: 8 },
    ])
  })

  test('is kept if it is not a valid quantity, and clears if it is empty', () => {
    expect(paste('-3\n\n7 apples', selectCell(0, workspaceColumn))).toMatchObject({
      changes: [
        { name: 'parallelEventPulls', value: '-3' },
        { name: rows[2]?.name, value: '7 apples' },
      ],
      unreadable: [
        expect.stringContaining('not negative'),
        expect.stringContaining("'apples' is not a known unit"),
      ],
    })
    expect(paste('\t4').changes).toEqual([
      { name: 'parallelEventPulls', layer: 'workspace', value: null },
      { name: 'parallelEventPulls', layer: 'operator', value: 4 },
    ])
  })

  test('says which columns have a heading of none', () => {
    expect(paste('Limit\tNew value\t\nTenants\t8\t9')).toMatchObject({
      changes: [],
      ignored: ['Ignored columns headed New value: values belong below “Workspace value”.'],
    })
  })

  test('is cut off after the last limit', () => {
    const { changes, ignored } = paste('1\n2\n3', selectCell(rows.length - 1, workspaceColumn))
    expect(changes).toHaveLength(1)
    expect(ignored).toEqual(['Ignored 2 lines below the last limit.'])
  })

  test('goes to the visible columns by position, and not into a hidden one by its name', () => {
    const columns = limitColumns.filter(({ name }) => name !== 'operator' && name !== 'default')
    const into = (text: string, column: string) =>
      planPaste(
        text,
        { rows, columns, selection: selectCell(0, positionOf(columns, column)), locale: 'en-US' },
        everything,
      )
    expect(into('20\t30', 'workspace')).toMatchObject({
      changes: [{ name: 'parallelEventPulls', layer: 'workspace', value: 20 }],
      ignored: ['Ignored read-only columns: Effective.'],
    })
    expect(into('Limit\tOperator\tWorkspace value\nTenants\t8\t9', 'limit')).toMatchObject({
      changes: [{ name: 'totalNumberOfTenants', layer: 'workspace', value: 9 }],
      ignored: ['Ignored hidden columns: Operator.'],
    })
    expect(into('Tenants\tnumber\t7\t8\t9', 'limit').changes, 'all columns of the grid').toEqual([
      { name: 'totalNumberOfTenants', layer: 'workspace', value: 8 },
    ])
  })
})

test('copied cells have headings if a column between them is hidden', () => {
  const rows = limitRows(
    { ...bareWorkspace, limits: { parallelEventPulls: { unit: 'number', value: 5 } } },
    {},
  )
  const columns = limitColumns.filter(({ name }) => name !== 'unit' && name !== 'default')
  const copied = (to: number, shown: readonly LimitColumn[] = columns) =>
    copyText({
      rows,
      columns: shown,
      selection: { anchor: { row: 0, column: 0 }, focus: { row: 0, column: to } },
      locale: 'en-US',
    })
  expect(copied(1)).toBe('Limit\tWorkspace value\nparallelEventPulls\t5')
  expect(copied(0)).toBe('parallelEventPulls')
  expect(copied(1, limitColumns)).toBe('parallelEventPulls\tnumber')
})
