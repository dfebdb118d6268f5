import { useCallbackRef, useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { z } from 'zod'
import { parseJson } from '@/console/browser/parse-json'
import type { ColumnFacts } from './columns'

const viewSchema = z.object({
  isDense: z.boolean().catch(false),
  /** The visible columns of each table for which the user has changed them. */
  columns: z.record(z.string(), z.array(z.string())).catch({}),
})

type StoredView = z.infer<typeof viewSchema>

const plain: StoredView = { isDense: false, columns: {} }

function readView(text = ''): StoredView {
  return viewSchema.safeParse(parseJson(text)).data ?? plain
}

/** What decides whether a column can be shown and hidden. */
export type ColumnChoice = Pick<ColumnFacts<never>, 'name' | 'label' | 'isExtra' | 'isFixed'>

/** What the user has chosen of a table's columns and density. */
export interface TableView<AnyColumn> {
  isDense: boolean
  setDense: (isDense: boolean) => void
  all: readonly AnyColumn[]
  /** The visible columns, in order. */
  columns: readonly AnyColumn[]
  show: (names: readonly string[]) => void
}

/**
 * Returns the user's density and columns of a table, stored in the browser for all workspaces, and
 * stable functions that change them.
 */
export function useTableView<AnyColumn extends ColumnChoice>(
  table: string,
  all: readonly AnyColumn[],
): TableView<AnyColumn> {
  const [view, setView] = useLocalStorage<StoredView>({
    key: 'signalbox-tables',
    defaultValue: plain,
    getInitialValueInEffect: false,
    deserialize: readView,
  })
  const chosen = view.columns[table]
  // The first column says what a row is: it always stays.
  const shown = useMemo(
    () =>
      all.filter(
        ({ name, isExtra, isFixed }, index) =>
          index === 0 ||
          isFixed ||
          (chosen === undefined ? isExtra !== true : chosen.includes(name)),
      ),
    [all, chosen],
  )
  return {
    isDense: view.isDense,
    setDense: useCallbackRef((isDense: boolean) => setView((before) => ({ ...before, isDense }))),
    all,
    columns: shown,
    show: useCallbackRef((names: readonly string[]) =>
      setView((before) => ({ ...before, columns: { ...before.columns, [table]: [...names] } })),
    ),
  }
}
