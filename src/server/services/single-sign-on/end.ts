import { processRevocationResponse, revocationRequest } from 'oauth4webapi'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { loggableError } from '@/server/authentication/provider-error'
import { requestOptions } from '@/server/authentication/provider-metadata'
import type { PublicContext } from '@/server/core/context'
import { withProvider } from './provider'
import { openValue, renewalSchema } from './sealed'

/** Revokes the refresh token, and returns the sign-out page. @throws not_found, unavailable */
export async function endSingleSignOn(
  context: PublicContext,
  { body: { token, renewal, returnUri } }: ParsedRequestOf<Operations['endSingleSignOn']>,
): Promise<ResponseOf<Operations['endSingleSignOn']>> {
  return withProvider(context, async ({ provider, metadata, client, authentication }) => {
    if (renewal !== undefined && metadata.revocation_endpoint !== undefined) {
      const revoke = async () => {
        const { refreshToken } = await openValue(context, renewalSchema, renewal)
        return processRevocationResponse(
          await revocationRequest(
            metadata,
            client,
            authentication,
            refreshToken,
            requestOptions(provider),
          ),
        )
      }
      // The user is signed out here in any case, and at the provider by its sign-out page.
      await revoke().catch((error: unknown) =>
        context.log.error(loggableError(error), 'a refresh token could not be revoked'),
      )
    }
    if (metadata.end_session_endpoint === undefined) return {}
    const signOut = new URL(metadata.end_session_endpoint)
    signOut.searchParams.set('client_id', client.client_id)
    signOut.searchParams.set('id_token_hint', token)
    signOut.searchParams.set('post_logout_redirect_uri', returnUri)
    return { signOutUri: signOut.href }
  })
}
