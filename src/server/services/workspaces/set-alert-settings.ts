import type { AlertSettings } from '@/contract/alerts'
import { defaultNearPercent } from '@/contract/limits'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { WorkspaceWithState } from '@/contract/workspaces'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { etagOf, type Tagged } from '@/server/core/etag'
import { changesByMember } from '@/server/core/writes/changed-members'
import { writing } from '@/server/core/writes/writing'
import { workspaceWithState } from './record'
import { saveRevision } from './save-revision'

/** Returns the settings with the defaults that apply. Without recipients, the server's apply. */
function effective({ nearPercent = defaultNearPercent, emailRecipients = [] }: AlertSettings) {
  return { nearPercent, emailRecipients }
}

/**
 * Replaces the alert settings of a workspace: when it is alerted, and who gets the e-mails.
 * @throws not_found, conflict, access_denied, precondition_failed
 */
export async function setAlertSettings(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['setAlertSettings']>,
): Promise<Tagged<WorkspaceWithState>> {
  const write = { operation: 'setAlertSettings', records: workspaces, id: params.id } as const
  const row = await writing(context, write, async (transaction, before) => {
    const [old, fresh] = [effective(before.alert_settings), effective(body)]
    const changes = changesByMember('alertSettings', old, fresh)
    if (changes.length === 0) return { result: before }
    const columns = { alert_settings: JSON.stringify(body) }
    const result = await saveRevision(transaction, before, columns, context.clock())
    return { result, entries: [{ ...workspaceEntry(before), changes }] }
  })
  return { response: await workspaceWithState(context, row), etag: etagOf(row) }
}
