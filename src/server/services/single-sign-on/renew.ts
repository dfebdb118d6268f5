import { processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { ProviderSession } from '@/contract/single-sign-on'
import { requestOptions } from '@/server/authentication/provider-metadata'
import type { PublicContext } from '@/server/core/context'
import { withProvider } from './provider'
import { openValue, renewalSchema } from './sealed'
import { sessionOf } from './session'

/**
 * Renews the token of a session at the provider, which refuses users who were disabled.
 * @throws not_found, not_authenticated, access_denied for a user without a role, unavailable
 */
export async function renewSingleSignOn(
  context: PublicContext,
  { body }: ParsedRequestOf<Operations['renewSingleSignOn']>,
): Promise<ProviderSession> {
  return withProvider(context, async (connection) => {
    const { provider, metadata, client, authentication } = connection
    const { refreshToken, subject } = await openValue(context, renewalSchema, body.renewal)
    const response = await refreshTokenGrantRequest(
      metadata,
      client,
      authentication,
      refreshToken,
      requestOptions(provider),
    )
    const { id_token, refresh_token = refreshToken } = await processRefreshTokenResponse(
      metadata,
      client,
      response,
    )
    return sessionOf(context, connection, { id_token, refresh_token }, subject)
  })
}
