import {
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
  type AuthorizationServer,
} from 'oauth4webapi'
import type { Dependencies } from '@/server/core/context'
import type { IdentityProvider } from '@/server/core/ports/identity-provider'

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
 * @throws the error of the last request, if none has succeeded
 */
export function providerMetadata(
  { clock }: Pick<Dependencies, 'clock'>,
  provider: IdentityProvider,
): Promise<AuthorizationServer> {
  return provider.metadata.get(clock(), () => discover(provider))
}
