import {
  AuthorizationResponseError,
  ClientSecretBasic,
  ClientSecretPost,
  JWT_CLAIM_COMPARISON,
  JWT_TIMESTAMP_CHECK,
  None,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  clockSkew,
  clockTolerance,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
} from 'oauth4webapi'
import { loggableError } from '@/server/authentication/provider-error'
import { providerMetadata } from '@/server/authentication/provider-metadata'
import type { Dependencies } from '@/server/core/context'
import type { IdentityProvider } from '@/server/core/ports/identity-provider'
import { notAuthenticated, ServiceError } from '@/server/core/service-error'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'

/** The provider, and what is needed to call it. */
export interface Connection {
  provider: IdentityProvider
  metadata: AuthorizationServer
  client: Client
  authentication: ClientAuth
}

function clientAuthentication(
  { clientSecret }: IdentityProvider,
  { token_endpoint_auth_methods_supported: methods }: AuthorizationServer,
): ClientAuth {
  if (clientSecret === undefined) return None()
  const takesBasic = methods === undefined || methods.includes('client_secret_basic')
  return takesBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
}

/** Errors with which a provider sends the user back while it is unavailable. */
const passingErrors = new Set(['server_error', 'temporarily_unavailable'])

/** Converts an error of `oauth4webapi` to one that tells a person what to do; logs the details. */
function signInError(
  { log }: Dependencies,
  { name, issuer }: IdentityProvider,
  error: unknown,
): unknown {
  if (error instanceof ServiceError || error instanceof DatabaseUnavailable) return error
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return notAuthenticated(`${name} did not sign you in: you or the provider cancelled it`)
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return notAuthenticated(`Your sign-in with ${name} has ended: sign in again`)

  log.error({ ...loggableError(error), issuer }, 'a sign-in with the identity provider failed')
  if (
    error instanceof OperationProcessingError &&
    (error.code === JWT_TIMESTAMP_CHECK || error.code === JWT_CLAIM_COMPARISON)
  )
    return notAuthenticated(
      `The token of ${name} was refused: it is for another application, or the clocks differ`,
    )
  if (
    (error instanceof AuthorizationResponseError && !passingErrors.has(error.error)) ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  )
    return new ServiceError(
      'unavailable',
      `${name} refused this server. Ask the people who run it to check its OIDC settings`,
    )
  return new ServiceError(
    'unavailable',
    `${name} can’t be reached or sent an unexpected response. Try again in a moment`,
  )
}

/**
 * Runs a step of signing in with the identity provider.
 * @throws not_found where none is configured, not_authenticated, unavailable
 */
export async function withProvider<Result>(
  dependencies: Dependencies,
  step: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { identityProvider: provider, clock } = dependencies
  if (provider === undefined)
    throw new ServiceError('not_found', 'This server has no identity provider configured')
  try {
    const metadata = await providerMetadata(dependencies, provider)
    const client = {
      client_id: provider.clientId,
      [clockSkew]: Math.round((clock().getTime() - Date.now()) / 1000),
      [clockTolerance]: 60,
    }
    const authentication = clientAuthentication(provider, metadata)
    return await step({ provider, metadata, client, authentication })
  } catch (error) {
    throw signInError(dependencies, provider, error)
  }
}
