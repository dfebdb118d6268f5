import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import type { IdentityProvider } from '@/server/core/ports/identity-provider'
import { keySetCache, metadataCache } from '@/server/core/published'

const issuer = 'https://login.example'
const clientId = 'signalbox'

/** An identity provider with real keys, in this process. */
export interface TestProvider {
  provider: IdentityProvider
  issuer: string
  /** Signs an ID token that is valid for five minutes, unless the claims say otherwise. */
  sign(claims?: Record<string, unknown>, header?: Record<string, string>): Promise<string>
  /** Signs with a key that the provider does not publish. */
  signElsewhere(claims?: Record<string, unknown>): Promise<string>
  /** What the token endpoint responds, by the parameters of the request. */
  respond: (parameters: URLSearchParams) => Response | Promise<Response>
  /** The requests that the provider got, by path. */
  requests: { path: string; parameters: URLSearchParams; authorization: string | null }[]
  /** What it publishes besides or instead of the usual metadata. */
  metadata: Record<string, unknown>
  isDown: boolean
}

type KeyPair = ReturnType<typeof generateKeyPair>
/** Made once, because it takes long: the key that providers publish, and one that they do not. */
let keyPairs: [own: KeyPair, foreign: KeyPair] | undefined

/** @param clock the time that the tokens are issued at */
export async function testProvider(
  clock: () => Date,
  roles: IdentityProvider['roles'],
): Promise<TestProvider> {
  keyPairs ??= [generateKeyPair('RS256'), generateKeyPair('RS256')]
  const [own, foreign] = await Promise.all(keyPairs)
  const key: JWK = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const signWith =
    (privateKey: CryptoKey) =>
    (claims: Record<string, unknown> = {}, header: Record<string, string> = {}) => {
      const now = Math.floor(clock().getTime() / 1000)
      const standard = { iss: issuer, aud: clientId, sub: 'u-1', iat: now, exp: now + 300 }
      return new SignJWT({ ...standard, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
        .sign(privateKey)
    }

  const test: TestProvider = {
    issuer,
    sign: signWith(own.privateKey),
    signElsewhere: signWith(foreign.privateKey),
    respond: () => new Response(null, { status: 500 }),
    requests: [],
    metadata: {},
    isDown: false,
    provider: {
      issuer,
      clientId,
      clientSecret: 'hush',
      audiences: [clientId],
      scopes: 'openid profile',
      name: 'Example',
      roles,
      metadata: metadataCache(),
      keySets: keySetCache(),
      fetch: async (input, init) => {
        const request = new Request(input, init)
        const path = new URL(request.url).pathname
        const parameters = new URLSearchParams(await request.text())
        const authorization = request.headers.get('Authorization')
        test.requests.push({ path, parameters, authorization })
        if (test.isDown) throw new TypeError('fetch failed')
        if (path === '/.well-known/openid-configuration')
          return Response.json({
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            revocation_endpoint: `${issuer}/revoke`,
            end_session_endpoint: `${issuer}/logout`,
            jwks_uri: `${issuer}/keys`,
            ...test.metadata,
          })
        if (path === '/keys') return Response.json({ keys: [key] })
        return path === '/token' ? test.respond(parameters) : new Response()
      },
    },
  }
  return test
}
