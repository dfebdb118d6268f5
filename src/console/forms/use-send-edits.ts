import {
  useSetAlertSettings,
  useSetOperatorLimits,
  useUpdateWorkspace,
  type WorkspaceResponse,
} from '../api/workspaces'
import type { Session } from '../session/session'
import type { Edit } from './edits'
import {
  isAlertSettingEdit,
  isOperatorEdit,
  toAlertSettings,
  toOperatorLimits,
  toUpdate,
} from './update-request'

/** Sends edits that one operation can save, with the ETag of their record and their reason. */
export type SendEdits = (
  record: WorkspaceResponse,
  edits: readonly Edit[],
  reason?: string,
) => Promise<WorkspaceResponse>

/**
 * Groups edits by the operation that saves them, in the order in which they are sent. Alert
 * settings and operator limits have their own operations.
 */
export function groupByOperation(edits: readonly Edit[]): Edit[][] {
  const own = edits.filter((edit) => !isAlertSettingEdit(edit) && !isOperatorEdit(edit))
  const parts = [own, edits.filter(isAlertSettingEdit), edits.filter(isOperatorEdit)]
  return parts.filter((part) => part.length > 0)
}

/**
 * Returns a function that saves edits of a workspace.
 * @param continueWith the session to continue with, if the current one can't sign in afterwards
 */
export function useSendEdits(workspaceId: string, continueWith: Session | undefined): SendEdits {
  const update = useUpdateWorkspace(workspaceId)
  const setOperatorLimits = useSetOperatorLimits(workspaceId)
  const setAlertSettings = useSetAlertSettings(workspaceId)
  return async ({ response, etag: ifMatch }, edits, reason) => {
    if (edits.some(isOperatorEdit)) {
      const operatorLimits = toOperatorLimits(response, edits)
      return setOperatorLimits.mutateAsync({ operatorLimits, ifMatch, reason })
    }
    if (edits.some(isAlertSettingEdit)) {
      const alertSettings = toAlertSettings(response, edits)
      return setAlertSettings.mutateAsync({ alertSettings, ifMatch, reason })
    }
    return update.mutateAsync({ body: toUpdate(response, edits), ifMatch, reason, continueWith })
  }
}
