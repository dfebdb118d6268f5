import type { Credential } from '@/contract/history'
import { holderOf, type TokenClaims } from '@/contract/token-claims'
import type { Verified } from '@/server/core/access/auth-cache'
import type { WorkspaceCaller, VerifiedToken } from '@/server/core/access/caller'
import type { Dependencies } from '@/server/core/context'
import { notAuthenticated, tokenRevoked } from '@/server/core/service-error'
import { recordId } from '@/server/store/record-id'
import { acceptIssuedToken } from './accept-issued-token'
import { archivedMessage } from './identify-user'
import type { SigningWorkspace } from './signing-workspace'

/** Returns the id of the tenant that a token names, and creates the tenant if it is new. */
async function tenantFor(
  dependencies: Dependencies,
  workspaceId: string,
  key: string,
  claims: TokenClaims,
): Promise<string> {
  const seen = await dependencies.database
    .selectFrom('tenants')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (seen !== undefined) return seen.id
  const now = dependencies.clock()
  const made = await dependencies.database
    .insertInto('tenants')
    .values({
      id: recordId(now),
      workspace_id: workspaceId,
      key,
      name: claims.name ?? null,
      fields: JSON.stringify(claims.fields ?? {}),
      created_at: now,
    })
    // Another request may have created it meanwhile; the no-op update returns its row.
    .onConflict((conflict) => conflict.columns(['workspace_id', 'key']).doUpdateSet({ key }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Returns the caller that the claims of a workspace's token describe. */
async function callerOf(
  dependencies: Dependencies,
  workspace: SigningWorkspace,
  claims: TokenClaims,
  credential: Credential,
): Promise<WorkspaceCaller> {
  const workspaceId = workspace.id
  const holder = holderOf(claims)
  if (holder.role !== 'tenant')
    return { role: holder.role, name: holder.name ?? workspace.key, credential, workspaceId }
  const { role, name, tenantKey } = holder
  const tenantId = await tenantFor(dependencies, workspaceId, tenantKey, claims)
  return { role, name, credential, workspaceId, tenantId }
}

/**
 * Identifies the caller by a verified token of a workspace: an administrator, a reader or a tenant.
 * @param signer whether it is the holder of the current secret or of a key, and of which key
 * @throws not_authenticated if the workspace is archived or the token was revoked
 */
export async function identifyCaller(
  dependencies: Dependencies,
  workspace: SigningWorkspace,
  claims: TokenClaims,
  credential: Credential,
  signer: Pick<VerifiedToken, 'holdsSecret' | 'verifiedBy'>,
): Promise<Pick<Verified, 'authenticated' | 'workspace'>> {
  const { token_generation: generation } = workspace
  const isIssued = credential.signedBy === 'server'
  if (workspace.archived_at !== null) throw notAuthenticated(archivedMessage)
  if (isIssued && claims.tokenGeneration !== generation) throw tokenRevoked()
  if (isIssued && claims.demo !== true)
    await acceptIssuedToken(dependencies, workspace.id, claims.jti)
  return {
    authenticated: {
      caller: await callerOf(dependencies, workspace, claims, credential),
      sources: { limits: workspace.limits, operatorLimits: workspace.operator_limits },
      verifiedToken: { generation, ...signer },
    },
    workspace: { id: workspace.id, version: workspace.version },
  }
}
