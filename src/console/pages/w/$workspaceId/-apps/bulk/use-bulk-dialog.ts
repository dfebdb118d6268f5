import { useState } from 'react'
import type { ArchiveTarget, ListedApp } from '@/console/api/apps'
import type { GivenNames } from './outcomes'
import type { RestoreList } from './use-restore-list'

/** The dialog for a bulk operation that is open. */
export type BulkDialog =
  | { kind: 'archive list' }
  | { kind: 'restore list' }
  | { kind: 'recent archives' }
  | {
      kind: 'archive'
      target: ArchiveTarget
      /** Of a pasted list. */
      names?: GivenNames | undefined
      asWorkspace: boolean
    }
  | { kind: 'restore'; list: RestoreList }

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
    archive: (target: ArchiveTarget, asWorkspace: boolean, names?: GivenNames) =>
      setDialog({ kind: 'archive', target, asWorkspace, names }),
    restore: (apps: readonly ListedApp[]) =>
      setDialog({ kind: 'restore', list: { selectors: apps.map(({ id }) => id) } }),
  }
}
