import { validate as isUuid } from 'uuid'
import type { RecordedChange } from '@/contract/history'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { renewRowVersion } from '@/server/core/access/auth-cache'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { writing } from '@/server/core/writes/writing'

/** Deletes the token with this id, or all of a workspace. Records nothing if there are none. */
async function revoke(
  context: RequestContext,
  operation: 'revokeAccessToken' | 'revokeAccessTokens',
  workspaceId: string,
  id?: string,
): Promise<{ count: number }> {
  // Revoking only reduces access, so a read-only workspace allows it.
  const allowed = { readOnly: true }
  const write = { operation, records: workspaces, id: workspaceId, allowed }
  return writing(context, write, async (transaction, workspace) => {
    if (id !== undefined && !isUuid(id)) return { result: { count: 0 } }
    const revoked = await transaction
      .deleteFrom('issued_tokens')
      .where('workspace_id', '=', workspace.id)
      .where((row) => (id === undefined ? row.lit(true) : row('id', '=', id)))
      .returning('name')
      .execute()
    await renewRowVersion(transaction, workspace.id)
    const change: RecordedChange =
      id === undefined
        ? { path: 'tokens', before: revoked.length, after: 0 }
        : { path: 'token', before: { id, name: revoked[0]?.name } }
    return {
      result: { count: revoked.length },
      entries: revoked.length === 0 ? [] : [{ ...workspaceEntry(workspace), changes: [change] }],
    }
  })
}

/** Revokes a token that the server issued. Repeating it changes nothing. @throws not_found */
export function revokeAccessToken(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['revokeAccessToken']>,
): Promise<ResponseOf<Operations['revokeAccessToken']>> {
  return revoke(context, 'revokeAccessToken', params.id, params.tokenId)
}

/** Revokes every token that the server issued for a workspace. @throws not_found */
export function revokeAccessTokens(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['revokeAccessTokens']>,
): Promise<ResponseOf<Operations['revokeAccessTokens']>> {
  return revoke(context, 'revokeAccessTokens', params.id)
}
