import {
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
  type AuthorizationServer,
} from 'oauth4webapi'
import { hasPassed } from '../../core/clock-skew'
import type { Dependencies, IdentityProvider } from '../../core/context'

const freshMilliseconds = 60 * 60_000
/** The least time between two requests to a provider that fails. */
const backoffMilliseconds = 5000

interface Discovery {
  metadata?: AuthorizationServer
  fetchedAt: number
  failure?: unknown
  failedAt: number
  pending?: Promise<AuthorizationServer> | undefined
}
const discoveries = new WeakMap<IdentityProvider, Discovery>()

interface ProviderRequest {
  method: string
  headers: Record<string, string>
  body?: URLSearchParams | undefined
}

/** How to call a provider with `oauth4webapi`. */
export function requestOptions({ issuer, fetch }: IdentityProvider) {
  return {
    [customFetch]: (uri: string, { method, headers, body }: ProviderRequest) =>
      fetch(uri, { method, headers, body: body ?? null }),
    // The configuration allows plain http.
    [allowInsecureRequests]: issuer.startsWith('http:'),
  }
}

async function discover(provider: IdentityProvider): Promise<AuthorizationServer> {
  const issuer = new URL(provider.issuer)
  const response = await discoveryRequest(issuer, requestOptions(provider))
  return processDiscoveryResponse(issuer, response)
}

/**
 * Returns the addresses that the provider publishes. They are read once an hour; while the provider
 * can't be reached, the last ones stay in use.
 * @throws the error of the first request
 */
export async function providerMetadata(
  { clock }: Pick<Dependencies, 'clock'>,
  provider: IdentityProvider,
): Promise<AuthorizationServer> {
  const known: Discovery = discoveries.get(provider) ?? { fetchedAt: 0, failedAt: -Infinity }
  discoveries.set(provider, known)
  const now = clock().getTime()
  if (known.metadata !== undefined && !hasPassed(freshMilliseconds, known.fetchedAt, now))
    return known.metadata
  if (!hasPassed(backoffMilliseconds, known.failedAt, now)) {
    if (known.metadata !== undefined) return known.metadata
    throw known.failure
  }
  known.pending ??= discover(provider).finally(() => (known.pending = undefined))
  try {
    known.metadata = await known.pending
    known.fetchedAt = now
  } catch (failure) {
    known.failure = failure
    known.failedAt = now
    if (known.metadata === undefined) throw failure
  }
  return known.metadata
}
