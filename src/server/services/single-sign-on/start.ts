import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
} from 'oauth4webapi'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { callbackPath } from '@/contract/single-sign-on'
import type { PublicContext } from '@/server/core/context'
import { invalidRequest, ServiceError } from '@/server/core/service-error'
import { withProvider } from './provider'
import { sealValue } from './sealed'

const attemptMilliseconds = 10 * 60_000

/**
 * Starts the authorization code flow, with PKCE.
 * @throws not_found, invalid_request, unavailable
 */
export async function startSingleSignOn(
  context: PublicContext,
  { body: { redirectUri, prompt } }: ParsedRequestOf<Operations['startSingleSignOn']>,
): Promise<ResponseOf<Operations['startSingleSignOn']>> {
  const { pathname, search, hash } = new URL(redirectUri)
  if (!pathname.endsWith(callbackPath) || search !== '' || hash !== '')
    throw invalidRequest([
      {
        path: ['body', 'redirectUri'],
        message: `The path must end with ${callbackPath}, with nothing after it`,
        code: 'invalid_value',
      },
    ])
  return withProvider(context, async ({ provider, metadata, client }) => {
    if (metadata.authorization_endpoint === undefined)
      throw new ServiceError('unavailable', `${provider.name} offers no sign-in page`)
    const [state, nonce] = [generateRandomState(), generateRandomNonce()]
    const verifier = generateRandomCodeVerifier()
    const address = new URL(metadata.authorization_endpoint)
    const parameters = {
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: provider.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(prompt === undefined ? {} : { prompt }),
    }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    const expiresAt = context.clock().getTime() + attemptMilliseconds
    return {
      authorizationUri: address.href,
      attempt: await sealValue(context, {
        kind: 'attempt',
        state,
        nonce,
        verifier,
        redirectUri,
        expiresAt,
      }),
    }
  })
}
