import {
  authorizationCodeGrantRequest,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { ProviderSession } from '@/contract/single-sign-on'
import { requestOptions } from '@/server/authentication/provider-metadata'
import type { PublicContext } from '@/server/core/context'
import { notAuthenticated } from '@/server/core/service-error'
import { withProvider } from './provider'
import { attemptSchema, openValue } from './sealed'
import { sessionOf } from './session'

/**
 * Exchanges the authorization code for a session.
 * @throws not_found, not_authenticated, access_denied for a user without a role, unavailable
 */
export async function finishSingleSignOn(
  context: PublicContext,
  { body }: ParsedRequestOf<Operations['finishSingleSignOn']>,
): Promise<ProviderSession> {
  return withProvider(context, async (connection) => {
    const { provider, metadata, client, authentication } = connection
    const attempt = await openValue(context, attemptSchema, body.attempt)
    const callback = new URL(body.callbackUri).searchParams
    if (attempt.expiresAt < context.clock().getTime() || callback.get('state') !== attempt.state)
      throw notAuthenticated('This sign-in took too long or was started elsewhere: start again')
    const response = await authorizationCodeGrantRequest(
      metadata,
      client,
      authentication,
      validateAuthResponse(metadata, client, callback, attempt.state),
      attempt.redirectUri,
      attempt.verifier,
      requestOptions(provider),
    )
    const tokens = await processAuthorizationCodeResponse(metadata, client, response, {
      expectedNonce: attempt.nonce,
      requireIdToken: true,
    })
    return sessionOf(context, connection, tokens)
  })
}
