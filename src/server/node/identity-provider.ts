import type { IdentityProvider } from '@/server/core/ports/identity-provider'
import { keySetCache, metadataCache } from '@/server/core/published'
import type { Configuration } from './configuration'
import { outgoingFetch } from './outgoing-fetch'

/** A sign-in calls the provider twice, and may take nine seconds in total. */
const timeoutMilliseconds = 4000

/**
 * Returns the identity provider of the configuration, if there is one.
 * @param observe wraps `fetch`, to measure requests
 */
export function identityProviderOf(
  configuration: Configuration,
  observe: (calling: typeof fetch) => typeof fetch,
): IdentityProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ROLES: roles } = configuration
  if (issuer === undefined || clientId === undefined || roles === undefined) return undefined
  return {
    issuer,
    clientId,
    clientSecret: configuration.OIDC_CLIENT_SECRET,
    audiences:
      configuration.OIDC_AUDIENCES.length === 0 ? [clientId] : configuration.OIDC_AUDIENCES,
    scopes: configuration.OIDC_SCOPES,
    name: configuration.OIDC_NAME ?? new URL(issuer).host,
    roles,
    // The operator of the server chose the address, so it may be on a private network.
    fetch: observe(
      outgoingFetch({
        networks: ['0.0.0.0/0', '::/0'],
        http: issuer.startsWith('http:'),
        proxy: configuration.OUTGOING_PROXY,
        direct: configuration.OUTGOING_NO_PROXY,
        timeoutMilliseconds,
      }),
    ),
    metadata: metadataCache(),
    keySets: keySetCache(),
  }
}
