import { useState } from 'react'
import type { ListedApp } from '@/console/api/apps'
import { nothingSelected, withoutIds, type RowSelection } from '@/console/table/row-selection'

/** The selected apps, which stay selected when a filter hides them. */
export interface SelectedApps {
  selection: RowSelection
  select: (next: RowSelection) => void
  clear: () => void
  /** Deselects some apps, whether they are selected or not. */
  deselect: (ids: readonly string[]) => void
  count: number
  active: readonly ListedApp[]
  archived: readonly ListedApp[]
  /** How many of them the list does not show. */
  hiddenCount: number
}

/** Manages the selected apps of a list. */
export function useSelectedApps(listed: readonly ListedApp[]): SelectedApps {
  const [selection, setSelection] = useState(nothingSelected)
  const [apps, setApps] = useState<ReadonlyMap<string, ListedApp>>(new Map())
  const listedById = new Map(listed.map((app) => [app.id, app]))
  function select(next: RowSelection) {
    const seen = [...new Map([...apps, ...listedById])]
    setApps(new Map(seen.filter(([id]) => next.ids.has(id))))
    setSelection(next)
  }
  // An app may have been archived or restored since it was selected.
  const selected = [...apps.values()].map((app) => listedById.get(app.id) ?? app)
  return {
    selection,
    select,
    clear: () => select(nothingSelected),
    deselect: (ids) => select(withoutIds(selection, ids)),
    count: selected.length,
    active: selected.filter(({ archivedAt }) => archivedAt === undefined),
    archived: selected.filter(({ archivedAt }) => archivedAt !== undefined),
    hiddenCount: selected.filter(({ id }) => !listedById.has(id)).length,
  }
}
