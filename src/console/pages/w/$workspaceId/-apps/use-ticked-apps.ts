import { useState } from 'react'
import type { ListedApp } from '../../../../api/apps'
import { nothingSelected, withoutIds, type RowSelection } from '../../../../table/row-selection'

/** The ticked apps, which stay ticked when a filter hides them. */
export interface TickedApps {
  selection: RowSelection
  select: (next: RowSelection) => void
  clear: () => void
  /** Unticks some apps, whether they are ticked or not. */
  untick: (ids: readonly string[]) => void
  count: number
  active: readonly ListedApp[]
  archived: readonly ListedApp[]
  /** How many of them the list does not show. */
  hiddenCount: number
}

/** Manages the ticked apps of a list. */
export function useTickedApps(listed: readonly ListedApp[]): TickedApps {
  const [selection, setSelection] = useState(nothingSelected)
  const [apps, setApps] = useState<ReadonlyMap<string, ListedApp>>(new Map())
  const listedById = new Map(listed.map((app) => [app.id, app]))
  function select(next: RowSelection) {
    const seen = [...new Map([...apps, ...listedById])]
    setApps(new Map(seen.filter(([id]) => next.ids.has(id))))
    setSelection(next)
  }
  // An app may have been archived or restored since it was ticked.
  const ticked = [...apps.values()].map((app) => listedById.get(app.id) ?? app)
  return {
    selection,
    select,
    clear: () => select(nothingSelected),
    untick: (ids) => select(withoutIds(selection, ids)),
    count: ticked.length,
    active: ticked.filter(({ archivedAt }) => archivedAt === undefined),
    archived: ticked.filter(({ archivedAt }) => archivedAt !== undefined),
    hiddenCount: ticked.filter(({ id }) => !listedById.has(id)).length,
  }
}
