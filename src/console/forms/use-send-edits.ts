import { useSetOperatorLimits, useUpdateWorkspace, type WorkspaceResponse } from '../api/workspaces'
import type { Session } from '../session/session'
import type { Edit } from './edits'
import { isOperatorEdit, toOperatorLimits, toUpdate } from './update-request'

/** Sends edits that one operation can save, with the ETag of their record and their reason. */
export type SendEdits = (
  record: WorkspaceResponse,
  edits: readonly Edit[],
  reason?: string,
) => Promise<WorkspaceResponse>

/** Groups edits by the operation that saves them. Operator limits have their own, sent last. */
export function groupByOperation(edits: readonly Edit[]): Edit[][] {
  const own = edits.filter((edit) => !isOperatorEdit(edit))
  return [own, edits.filter(isOperatorEdit)].filter((part) => part.length > 0)
}

/**
 * Returns a function that saves edits of a workspace.
 * @param continueWith the session to continue with, if the current one can't sign in afterwards
 */
export function useSendEdits(workspaceId: string, continueWith: Session | undefined): SendEdits {
  const update = useUpdateWorkspace(workspaceId)
  const setOperatorLimits = useSetOperatorLimits(workspaceId)
  return async (record, edits, reason) =>
    edits.some(isOperatorEdit)
      ? setOperatorLimits.mutateAsync({
          operatorLimits: toOperatorLimits(record.response, edits),
          ifMatch: record.etag,
          reason,
        })
      : update.mutateAsync({
          body: toUpdate(record.response, edits),
          ifMatch: record.etag,
          reason,
          continueWith,
        })
}
