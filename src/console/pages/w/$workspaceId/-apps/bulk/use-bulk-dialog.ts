import { useState } from 'react'
import type { ListedApp } from '../../../../../api/apps'
import type { ArchiveTarget } from './archive-modal'
import type { GivenNames } from './outcomes'
import type { ResolvedList } from './selectors'

/** The dialog for a bulk operation that is open. */
export type BulkDialog =
  | { kind: 'archive list' }
  | { kind: 'restore list' }
  | { kind: 'recent archives' }
  | {
      kind: 'archive'
      target: ArchiveTarget
      names?: GivenNames
      asWorkspace: boolean
    }
  | { kind: 'restore'; list: ResolvedList }

/**
 * The dialog that is open, and functions that open one.
 * @param initial open at first
 */
export function useBulkDialog(initial: BulkDialog | undefined) {
  const [dialog, setDialog] = useState(initial)
  return {
    dialog,
    /** Opens a dialog in place of the current one; undefined closes it. */
    open: setDialog,
    archive: (target: ArchiveTarget, asWorkspace: boolean) =>
      setDialog({ kind: 'archive', target, asWorkspace }),
    restore: (apps: readonly ListedApp[]) =>
      setDialog({
        kind: 'restore',
        list: { selectors: apps.map(({ id }) => id), givenAs: new Map(), shared: new Set() },
      }),
  }
}
