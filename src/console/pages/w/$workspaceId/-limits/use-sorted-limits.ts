import { useMemo, useState } from 'react'
import type { LimitRow } from '@/console/grids/limit-rows'
import { readSort, sortedBy } from '@/console/table/columns'
import { limitColumns } from './columns'

/** Returns the sort if it names a column of the grid: the address may say anything. */
export function knownSort(sort: string | undefined): string | undefined {
  const name = readSort(sort)?.name
  return limitColumns.some((column) => column.name === name) ? sort : undefined
}

/**
 * Sorts the limits. While they are held, since the user is changing some, they keep their order
 * although their usage or saved values change. A new sort applies at once, as does the first usage.
 */
export function useSortedLimits(
  rows: readonly LimitRow[],
  sort: string | undefined,
  isHeld: boolean,
): readonly LimitRow[] {
  const sorted = useMemo(() => sortedBy(rows, limitColumns, sort), [rows, sort])
  const basis = `${sort} ${rows.some(({ usage }) => usage !== undefined)}`
  const order = sorted.map(({ name }) => name).join('\n')
  const [kept, setKept] = useState({ basis, order })
  const isKept = isHeld && kept.basis === basis
  if (!isKept && (kept.basis !== basis || kept.order !== order)) setKept({ basis, order })
  return useMemo(() => {
    if (!isKept || kept.order === order) return sorted
    const places = new Map(kept.order.split('\n').map((name, place) => [name, place]))
    const placeOf = ({ name }: LimitRow) => places.get(name) ?? places.size
    return sorted.toSorted((left, right) => placeOf(left) - placeOf(right))
  }, [sorted, isKept, kept.order, order])
}
