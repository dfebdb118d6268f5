import { useState } from 'react'
import type { ListedApp } from '../../../../api/apps'
import { nothingSelected, type RowSelection } from '../../../../table/row-selection'

/** The ticked apps, which stay ticked when a filter hides them. */
export interface TickedApps {
  selection: RowSelection
  select: (next: RowSelection) => void
  clear: () => void
  count: number
  active: readonly ListedApp[]
  archived: readonly ListedApp[]
  /** How many of them the list does not show. */
  hiddenCount: number
}

/** Manages the ticked apps of a list. */
export function useTickedApps(listed: readonly ListedApp[]): TickedApps {
  const [selection, setSelection] = useState(nothingSelected)
  const [rows, setRows] = useState<ReadonlyMap<string, ListedApp>>(new Map())
  function select(next: RowSelection) {
    const seen = new Map([...rows, ...listed.map((app): [string, ListedApp] => [app.id, app])])
    setRows(new Map([...seen].filter(([id]) => next.ids.has(id))))
    setSelection(next)
  }
  const ticked = [...rows.values()]
  return {
    selection,
    select,
    clear: () => select(nothingSelected),
    count: ticked.length,
    active: ticked.filter(({ archivedAt }) => archivedAt === undefined),
    archived: ticked.filter(({ archivedAt }) => archivedAt !== undefined),
    hiddenCount: ticked.filter(({ id }) => !listed.some((app) => app.id === id)).length,
  }
}
