import { expressionBuilder } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Change } from '../../core/audit'
import { renewRowVersion } from '../../core/auth-cache'
import type { Dependencies, RequestContext } from '../../core/context'
import { findWorkspace, workspaceEntry, workspaces } from '../../core/find-workspace'
import { tokenRevoked } from '../../core/service-error'
import { writing } from '../../core/writing'
import { newestFirstPage } from '../../search/newest-first-page'
import { and, matches } from '../../store/condition'
import type { Tables } from '../../store/schema'
import { assertOwnerPresent } from './personal'

/** How precisely the last use of a token is recorded, to limit the writes for a busy one. */
const lastUsedMilliseconds = 60_000

/**
 * Refuses a token that was revoked, and records that it was used.
 * @throws not_authenticated
 */
export async function useIssuedToken(
  { database, clock }: Dependencies,
  workspaceId: string,
  id: string | undefined,
): Promise<void> {
  const token =
    id !== undefined && isUuid(id)
      ? await database
          .selectFrom('issued_tokens')
          .select(['id', 'last_used_at', 'owner_seen_at'])
          .where('id', '=', id)
          .where('workspace_id', '=', workspaceId)
          .executeTakeFirst()
      : undefined
  if (token === undefined) throw tokenRevoked()
  const now = clock()
  assertOwnerPresent(token.owner_seen_at, now)
  const lastUsed = token.last_used_at?.getTime() ?? -Infinity
  if (now.getTime() - lastUsed < lastUsedMilliseconds) return
  await database
    .updateTable('issued_tokens')
    .set({ last_used_at: now })
    .where('id', '=', token.id)
    .execute()
}

/** Lists the tokens that the server issued for a workspace and still accepts. @throws not_found */
export async function listAccessTokens(
  context: RequestContext,
  { params, query }: ParsedRequestOf<Operations['listAccessTokens']>,
): Promise<ResponseOf<Operations['listAccessTokens']>> {
  const workspace = await findWorkspace(context, context.database, params.id)
  const { rows, ...page } = await newestFirstPage(context.database, {
    table: 'issued_tokens',
    list: { of: 'issued_tokens', workspaceId: workspace.id },
    condition: and(
      matches('issued_tokens', {
        workspace_id: workspace.id,
        token_generation: workspace.token_generation,
      }),
      expressionBuilder<Tables, 'issued_tokens'>()('expires_at', '>', context.clock()),
    ),
    ...query,
  })
  return {
    items: rows.map((row) => ({
      id: row.id,
      name: row.name,
      role: row.role,
      kind: row.kind,
      tenantKey: row.tenant_key ?? undefined,
      createdBy: row.created_by,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
    ...page,
  }
}

/** Deletes the token with this id, or all of a workspace. Records nothing if there are none. */
async function revoke(
  context: RequestContext,
  operation: 'revokeAccessToken' | 'revokeAccessTokens',
  workspaceId: string,
  id?: string,
): Promise<{ count: number }> {
  // Revoking only reduces access, so a read-only workspace allows it.
  const allowed = { readOnly: true }
  const write = { operation, resource: workspaces, id: workspaceId, allowed }
  return writing(context, write, async (transaction, workspace) => {
    if (id !== undefined && !isUuid(id)) return { result: { count: 0 } }
    const revoked = await transaction
      .deleteFrom('issued_tokens')
      .where('workspace_id', '=', workspace.id)
      .where((row) => (id === undefined ? row.lit(true) : row('id', '=', id)))
      .returning('name')
      .execute()
    await renewRowVersion(transaction, workspace.id)
    const change: Change =
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
