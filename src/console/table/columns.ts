import type { ReactNode } from 'react'
import { maxPageSize } from '../../contract/pagination'
import { userLocale } from '../ui/locale'

/** One column of a table of records. */
export interface Column<Row> {
  /** What addresses and files call it. */
  name: string
  label: string
  /** What is sorted by, copied and exported; nothing where a record does not tell it. */
  value: (row: Row) => string | number | undefined
  /** How it is shown, where that is more than the value. */
  cell?: (row: Row) => ReactNode
  /** The least width in rem, and its share of what is left. */
  width: readonly [least: number, share: number]
  /** Numbers stand at the right. */
  isFigure?: true
  /** Shown only when it is asked for. */
  isExtra?: true
}

const collator = new Intl.Collator(userLocale, { numeric: true, sensitivity: 'base' })

interface Sort {
  name: string
  descending: boolean
}

/** A sort as addresses write it: the name of a column, after a minus where it descends. */
export function readSort(sort: string | undefined): Sort | undefined {
  if (sort === undefined) return undefined
  return sort.startsWith('-')
    ? { name: sort.slice(1), descending: true }
    : { name: sort, descending: false }
}

/** The next sort when a column’s head is pressed: up, down, and as the list comes. */
export function nextSort(sort: string | undefined, name: string): string | undefined {
  if (sort === name) return `-${name}`
  return sort === `-${name}` ? undefined : name
}

/** The rows in the order of a column, those without a value last; as they come for a column that is not there. */
export function sortedBy<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string | undefined,
): readonly Row[] {
  const read = readSort(sort)
  const column = columns.find(({ name }) => name === read?.name)
  if (read === undefined || column === undefined) return rows
  const direction = read.descending ? -1 : 1
  return rows.toSorted((left, right) => {
    const [a, b] = [column.value(left), column.value(right)]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    return (
      direction *
      (typeof a === 'number' && typeof b === 'number'
        ? a - b
        : collator.compare(String(a), String(b)))
    )
  })
}

/** How many rows to ask for at once: those that are sorted here have to be here, as many as the interface gives. */
export function pageSizeFor(sort: string | undefined, usual: number): number {
  return sort === undefined ? usual : maxPageSize
}
