import type { WorkspaceResponse } from '@/console/api/workspaces'
import { editsToRevert } from '@/console/forms/revert'
import { findSaveBlocker, useReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { useIsAdmin, useRole } from '@/console/session/use-session'
import type { AuditEvent } from '@/contract/history'

/** Returns the edits that revert an entry of the history, and why they can't be saved. */
export function useRevert(base: WorkspaceResponse, entry: AuditEvent | undefined) {
  const isAdmin = useIsAdmin()
  const isOperator = useRole() === 'operator'
  const readOnlyReason = useReadOnlyReason(base)
  const edits = entry && editsToRevert(base.response, entry, isOperator)
  const isLocked = !isAdmin || findSaveBlocker(base.response, edits ?? []) !== undefined
  return { edits, readOnlyReason: isLocked ? readOnlyReason : undefined }
}
