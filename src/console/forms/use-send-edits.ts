import {
  useSetAlertSettings,
  useSetOperatorLimits,
  useUpdateWorkspace,
  type WorkspaceResponse,
} from '@/console/api/workspaces'
import type { Edit } from '@/console/edits/edits'
import { toRequest } from '@/console/edits/update-request'
import type { Session } from '@/console/session/session'

/** Sends edits that one operation can save, with the ETag of their record and their reason. */
export type SendEdits = (
  record: WorkspaceResponse,
  edits: readonly Edit[],
  reason?: string,
) => Promise<WorkspaceResponse>

/**
 * Returns a function that saves edits of a workspace.
 * @param continueWith the session to continue with, if the current one can't sign in afterwards
 */
export function useSendEdits(workspaceId: string, continueWith: Session | undefined): SendEdits {
  const update = useUpdateWorkspace(workspaceId)
  const setOperatorLimits = useSetOperatorLimits(workspaceId)
  const setAlertSettings = useSetAlertSettings(workspaceId)
  return async ({ response, etag: ifMatch }, edits, reason) => {
    const { operation, body } = toRequest(response, edits)
    if (operation === 'setOperatorLimits')
      return setOperatorLimits.mutateAsync({ ...body, ifMatch, reason })
    if (operation === 'setAlertSettings')
      return setAlertSettings.mutateAsync({ alertSettings: body, ifMatch, reason })
    return update.mutateAsync({ body, ifMatch, reason, continueWith })
  }
}
