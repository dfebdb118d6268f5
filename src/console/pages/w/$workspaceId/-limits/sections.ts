import type { CellChange } from '@/console/grids/limit-drafts'
import type { LimitRow } from '@/console/grids/limit-rows'

type Group = LimitRow['group']

/** Rows of the grid under one head, with their positions in the grid. */
interface Section {
  /** Undefined without a head. */
  group: Group | undefined
  rows: readonly { row: LimitRow; index: number }[]
}

/** Splits rows into their groups. Sorted rows are in no groups. */
export function sectionsOf(rows: readonly LimitRow[], isSorted: boolean): readonly Section[] {
  const placed = rows.map((row, index) => ({ row, index }))
  if (isSorted) return [{ group: undefined, rows: placed }]
  const groups = new Set(rows.map(({ group }) => group))
  return [...groups].map((group) => ({
    group,
    rows: placed.filter(({ row }) => row.group === group),
  }))
}

/** Returns the changes that clear the custom values which the workspace sets in a group. */
export function resetsOf(rows: readonly LimitRow[], group: Group): CellChange[] {
  return rows
    .filter(
      (row) =>
        row.group === group &&
        (row.values.workspace !== undefined || row.unreadable.workspace !== undefined),
    )
    .map(({ name }) => ({ name, layer: 'workspace', value: null }))
}
