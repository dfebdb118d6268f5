import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import type { IdentityProvider } from '../core/context'

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
  requests: { path: string; parameters: URLSearchParams }[]
  isDown: boolean
}

/** @param clock the time that the tokens are issued at */
export async function testProvider(
  clock: () => Date,
  roles: IdentityProvider['roles'],
): Promise<TestProvider> {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
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
    isDown: false,
    provider: {
      issuer,
      clientId,
      clientSecret: 'hush',
      audiences: [clientId],
      scopes: 'openid profile',
      name: 'Example',
      roles,
      fetch: async (input, init) => {
        const request = new Request(input, init)
        const path = new URL(request.url).pathname
        const parameters = new URLSearchParams(await request.text())
        test.requests.push({ path, parameters })
        if (test.isDown) throw new TypeError('fetch failed')
        if (path === '/.well-known/openid-configuration')
          return Response.json({
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            revocation_endpoint: `${issuer}/revoke`,
            end_session_endpoint: `${issuer}/logout`,
            jwks_uri: `${issuer}/keys`,
          })
        if (path === '/keys') return Response.json({ keys: [key] })
        return path === '/token' ? test.respond(parameters) : new Response()
      },
    },
  }
  return test
}
