import type { CellChange } from '@/console/grids/limit-drafts'
import { editableLayers, type LimitRow } from '@/console/grids/limit-rows'
import type { Grid } from '@/console/table/use-grid'
import { countOf } from '@/console/ui/format/format-count'
import { userLocale } from '@/console/ui/format/locale'
import { copyText, planPaste } from './clipboard'
import { positionOf, type Editable, type LimitColumn } from './columns'
import type { GridMessage } from './grid-message'

interface RangeEditsOptions {
  rows: readonly LimitRow[]
  columns: readonly LimitColumn[]
  editable: Editable
  grid: Grid
  onChange: (changes: readonly CellChange[]) => void
  onMessage: (message: GridMessage | undefined) => void
}

/** Returns the operations on the selected cells of the limits grid. */
export function useRangeEdits({
  rows,
  columns,
  editable,
  grid,
  onChange,
  onMessage,
}: RangeEditsOptions) {
  const { selection, range } = grid
  const { top, bottom, left, right } = range
  const selectedLayers = editableLayers.filter((layer) => {
    const position = positionOf(columns, layer)
    return editable[layer] && position >= left && position <= right
  })

  function clear() {
    onChange(
      rows
        .slice(top, bottom + 1)
        .flatMap(({ name }) => selectedLayers.map((layer) => ({ name, layer, value: null }))),
    )
  }

  /** Copies the values of the first selected row to the other rows with the same unit. */
  function fillDown() {
    const first = rows[top]
    if (first === undefined) return
    const layers = selectedLayers.filter((layer) => first.unreadable[layer] === undefined)
    const others = rows.slice(top + 1, bottom + 1)
    const filled = others.filter(({ unit }) => unit === first.unit)
    onChange(
      filled.flatMap(({ name }) =>
        layers.map((layer) => ({ name, layer, value: first.values[layer] ?? null })),
      ),
    )
    const skipped = others.length - filled.length
    const text = `Skipped ${countOf(skipped, 'limit')} in another unit.`
    onMessage(skipped === 0 ? undefined : { text, isError: false })
  }

  function copy(event: ClipboardEvent) {
    event.clipboardData?.setData(
      'text/plain',
      copyText({ rows, columns, selection, locale: userLocale }),
    )
    event.preventDefault()
  }

  function paste(event: ClipboardEvent) {
    if (!(editable.workspace || editable.operator)) return
    event.preventDefault()
    const plan = planPaste(
      event.clipboardData?.getData('text/plain') ?? '',
      { rows, columns, selection, locale: userLocale },
      editable,
    )
    onChange(plan.changes)
    if (plan.selection !== undefined) grid.select(plan.selection)
    const count = plan.changes.length
    const pasted = count === 0 ? 'Nothing changed.' : `Pasted ${countOf(count, 'value')}.`
    onMessage({
      text: [pasted, ...plan.unreadable.map((error) => `${error}.`), ...plan.ignored].join(' '),
      isError: plan.unreadable.length > 0,
    })
  }

  return { clear, fillDown, copy, paste }
}
