import { useCallbackRef } from '@mantine/hooks'
import { useState } from 'react'
import { at, located, named, type Cell, type GridSelection } from './grid-selection'

/** Returns the selection of a grid with filtered rows, and a function to set it. */
export function useGridSelection(
  rows: readonly { name: string }[],
  columns: number,
  { row, column }: Cell,
): [GridSelection, (next: GridSelection | ((before: GridSelection) => GridSelection)) => void] {
  const [kept, setKept] = useState(() => named(at(row, column), rows))
  const select = useCallbackRef(
    (next: GridSelection | ((before: GridSelection) => GridSelection)) =>
      setKept((before) =>
        named(typeof next === 'function' ? next(located(before, rows, columns)) : next, rows),
      ),
  )
  return [located(kept, rows, columns), select]
}
