import type { KeyboardEvent, RefObject } from 'react'
import { cellAt } from './cell-copier'
import { selectCell, moveSelection, type Cell, type GridSize } from './grid-selection'
import { useClipboardEvents } from './use-clipboard-events'
import type { RowVirtualizer } from './use-virtual-rows'

/**
 * Handles the keys of a virtualized table. The arrow keys move between cells, Enter activates the
 * control in a cell, Space ticks its row, with Shift all rows from the last one, Escape leaves the
 * cells, and copying a cell copies its value.
 */
export function useCellFocus(
  scroller: RefObject<HTMLDivElement | null>,
  size: GridSize,
  virtualizer: RowVirtualizer,
) {
  const find = ({ row, column }: Cell) =>
    scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`) ??
    undefined

  /** Focuses a drawn cell. A card hides empty cells: there, the next one that it shows. */
  function focusShown({ row, column }: Cell, step: 1 | -1) {
    for (let at = column; at >= 0 && at < size.columns; at += step) {
      const cell = find({ row, column: at })
      if (cell?.checkVisibility() === true) return cell.focus()
    }
  }

  function focus(cell: Cell, step: 1 | -1) {
    if (find(cell) !== undefined) return focusShown(cell, step)
    virtualizer.scrollToIndex(cell.row)
    // It is drawn once it has been scrolled to.
    setTimeout(() => focusShown(cell, step), 50)
  }

  /**
   * Returns the cell that a key moves to. Without a focused cell, arrows enter the visible rows.
   */
  function cellAfter(event: KeyboardEvent, focused: HTMLElement | undefined): Cell | undefined {
    if (size.rows === 0) return undefined
    if (focused === undefined && event.key.startsWith('Arrow'))
      return { row: virtualizer.range?.startIndex ?? 0, column: 0 }
    const here =
      focused === undefined
        ? selectCell(-1, 0)
        : selectCell(Number(focused.dataset['row']), Number(focused.dataset['column']))
    return moveSelection(event, here, size)?.focus
  }

  /** Clicks the checkbox of the row of a cell, if rows can be selected. */
  function tickRow(cell: HTMLElement, shiftKey: boolean) {
    const box = cell.closest('[role="row"]')?.querySelector('[type="checkbox"]')
    box?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }))
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const focused = cellAt(event.target)
    if (event.target !== scroller.current && event.target !== focused) return
    if (event.key === 'Enter' && focused !== undefined)
      focused.querySelector<HTMLElement>('a, button, input')?.click()
    // Without a checkbox too: it would scroll the cell out of sight.
    else if (event.key === ' ' && focused !== undefined) tickRow(focused, event.shiftKey)
    else if (event.key === 'Escape' && focused !== undefined) scroller.current?.focus()
    else {
      const next = cellAfter(event, focused)
      if (next === undefined) return
      focus(next, event.key === 'ArrowRight' ? 1 : -1)
    }
    event.preventDefault()
    event.stopPropagation()
  }

  function onCopy(event: ClipboardEvent) {
    const cell = cellAt(document.activeElement)
    if (cell === undefined || window.getSelection()?.isCollapsed === false) return
    event.clipboardData?.setData('text/plain', cell.dataset['copied'] ?? '')
    event.preventDefault()
  }

  useClipboardEvents(scroller, { onCopy })

  return onKeyDown
}
