import type { ReactNode } from 'react'
import { userLocale } from '@/console/ui/format/locale'
import { maxPageSize } from '@/contract/pagination'

/** What a column shows, and what the user can do with it. */
export interface ColumnFacts<Row> {
  /** The name in URLs and exported files. */
  name: string
  label: string
  /** The value to sort by, copy and export; undefined if the record has none. */
  value: (row: Row) => string | number | undefined
  /** Renders the cell; the value is shown if left out. */
  cell?: (row: Row) => ReactNode
  /** Whether it is a number, which is aligned to the right. */
  isFigure?: true
  /** Whether it is hidden until the user shows it. */
  isExtra?: true
  /** Whether the user can't hide it. */
  isFixed?: true
}

/** One column of a table of records. */
export interface Column<Row> extends ColumnFacts<Row> {
  /** The minimum width in rem, and the share of the remaining width. */
  width: readonly [least: number, share: number]
}

interface Sort {
  name: string
  descending: boolean
}

/** Parses a sort from the URL: the name of a column, with a leading minus if descending. */
export function readSort(sort: string | undefined): Sort | undefined {
  if (sort === undefined) return undefined
  return sort.startsWith('-')
    ? { name: sort.slice(1), descending: true }
    : { name: sort, descending: false }
}

/** Returns the next sort after a click on a column header: ascending, descending, none. */
export function nextSort(sort: string | undefined, name: string): string | undefined {
  if (sort === name) return `-${name}`
  return sort === `-${name}` ? undefined : name
}

/** Sorts rows by a column, those without a value last; unchanged for an unknown column. */
export function sortedBy<Row>(
  rows: readonly Row[],
  columns: readonly ColumnFacts<Row>[],
  sort: string | undefined,
): readonly Row[] {
  const read = readSort(sort)
  const column = columns.find(({ name }) => name === read?.name)
  if (read === undefined || column === undefined) return rows
  const direction = read.descending ? -1 : 1
  const { compare } = new Intl.Collator(userLocale, { numeric: true, sensitivity: 'base' })
  return rows.toSorted((left, right) => {
    const [a, b] = [column.value(left), column.value(right)]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    return (
      direction *
      (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)))
    )
  })
}

/**
 * Returns the page size: the largest possible if the rows are sorted here, since all are needed.
 */
export function pageSizeFor(sort: string | undefined, usual: number): number {
  return sort === undefined ? usual : maxPageSize
}
