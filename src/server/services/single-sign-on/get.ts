import type { ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { PublicContext } from '@/server/core/context'

/** Returns the identity provider of this server, if there is one. */
export async function getSingleSignOn({
  identityProvider: provider,
}: PublicContext): Promise<ResponseOf<Operations['getSingleSignOn']>> {
  return { provider: provider && { name: provider.name } }
}
