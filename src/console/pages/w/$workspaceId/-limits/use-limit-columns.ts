import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTableView } from '@/console/table/table-view'
import { columnsThatFit, columnsWithData, limitColumns, widthStepOf } from './columns'

/**
 * Chooses the columns of the limits grid: those that the user has not hidden, that the engine has
 * data for and that the grid has room for.
 */
export function useLimitColumns(hasUsage: boolean) {
  const view = useTableView('limits', limitColumns)
  // Until it is measured, the grid is assumed to be as wide as the window, at the usual text size.
  const [width, setWidth] = useState(() => widthStepOf(innerWidth / 16))
  const visible = useMemo(() => columnsWithData(view.columns, hasUsage), [view.columns, hasUsage])
  const fitting = useMemo(() => columnsThatFit(visible, width), [visible, width])
  return {
    view,
    /** The columns to choose from on a phone. */
    visible,
    /** The columns of the grid. */
    fitting,
    /** The width of the grid in rem, rounded down. */
    width,
    onWidth: useCallbackRef((next: number) => setWidth(widthStepOf(next))),
  }
}
