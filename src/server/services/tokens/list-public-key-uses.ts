import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { publicKeyDigest } from '@/server/authentication/public-key-uses'
import { findWorkspace } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { matches } from '@/server/store/condition'

/** Lists when the registered keys of a workspace last verified a token. @throws not_found */
export async function listPublicKeyUses(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['listPublicKeyUses']>,
): Promise<ResponseOf<Operations['listPublicKeyUses']>> {
  const workspace = await findWorkspace(context, context.database, params.id)
  const uses = await context.database
    .selectFrom('public_key_uses')
    .select(['digest', 'last_used_at'])
    .where(matches('public_key_uses', { workspace_id: workspace.id }))
    .execute()
  const lastUsed = new Map(uses.map(({ digest, last_used_at: time }) => [digest, time]))
  return {
    items: workspace.public_keys.map(({ name, publicKey }) => ({
      name,
      lastUsedAt: lastUsed.get(publicKeyDigest(publicKey))?.toISOString(),
    })),
  }
}
