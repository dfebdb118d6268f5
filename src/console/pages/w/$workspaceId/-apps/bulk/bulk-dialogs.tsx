import { useState } from 'react'
import { z } from 'zod'
import { useHasExtensions } from '@/console/api/workspaces'
import { useKeepDraft } from '@/console/edits/kept-edits'
import { draftKey, keptDraft } from '@/console/session/kept-drafts'
import { ArchiveModal } from './archive-modal'
import { ArchiveOneByOneModal } from './archive-one-by-one-modal'
import type { ShownItem } from './outcomes'
import { PasteModal } from './paste-modal'
import { RecentArchives } from './recent-archives'
import { RestoreModal } from './restore-modal'
import type { BulkDialog } from './use-bulk-dialog'
import { useLookUp } from './use-look-up'

interface BulkDialogsProps {
  dialog: BulkDialog | undefined
  workspaceId: string
  workspaceName: string
  /** Whether an operator acts as the workspace. */
  asWorkspace: boolean
  /** The archive to show among the recent ones. */
  batchId: string | undefined
  /** Opens another dialog; undefined closes them. */
  onDialog: (dialog: BulkDialog | undefined) => void
  /** Called with the results of a bulk operation when its dialog is closed. */
  onDone: (items: readonly ShownItem[]) => void
}

/** Keeps the pasted list in the tab: Back and a reload don't ask whether it may be discarded. */
function usePastedList(workspaceId: string) {
  const key = draftKey(workspaceId, 'apps', 'pasted list')
  const [pasted, setPasted] = useState(() => keptDraft(key, z.string()) ?? '')
  useKeepDraft(key, pasted.trim() === '' ? undefined : pasted)
  return [pasted, setPasted] as const
}

/** The dialogs that archive and restore many apps. A pasted list is kept until it is done. */
export function BulkDialogs({
  dialog,
  workspaceId,
  workspaceName,
  asWorkspace,
  batchId,
  onDialog,
  onDone,
}: BulkDialogsProps) {
  const hasExtensions = useHasExtensions()
  const [pasted, setPasted] = usePastedList(workspaceId)
  const lookUp = useLookUp(workspaceId)
  const onClose = () => onDialog(undefined)
  const finish = (isPasted: boolean) => (items: readonly ShownItem[]) => {
    if (isPasted) setPasted('')
    onDone(items)
  }
  const pasting = { text: pasted, onText: setPasted, lookUp, isPublic: !asWorkspace, onClose }
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'archive list':
      return (
        <PasteModal
          {...pasting}
          action="archive"
          onList={({ selectors, ...names }) =>
            onDialog({ kind: 'archive', target: { selectors }, names, asWorkspace })
          }
        />
      )
    case 'restore list':
      return (
        <PasteModal
          {...pasting}
          action="restore"
          onList={({ selectors, ...names }) =>
            onDialog({ kind: 'restore', list: { selectors, names } })
          }
        />
      )
    case 'recent archives':
      return (
        hasExtensions && (
          <RecentArchives
            workspaceId={workspaceId}
            asWorkspace={asWorkspace}
            batchId={batchId}
            onClose={onClose}
          />
        )
      )
    case 'archive': {
      const archiving = {
        target: dialog.target,
        names: dialog.names,
        workspaceId,
        workspaceName,
        onDone: finish(dialog.names !== undefined),
        onClose,
      }
      return hasExtensions ? (
        <ArchiveModal {...archiving} asWorkspace={dialog.asWorkspace} />
      ) : (
        <ArchiveOneByOneModal {...archiving} />
      )
    }
    case 'restore':
      return (
        <RestoreModal
          list={dialog.list}
          asWorkspace={asWorkspace}
          workspaceId={workspaceId}
          workspaceName={workspaceName}
          onDone={finish(dialog.list.names !== undefined)}
          onClose={onClose}
        />
      )
  }
}
