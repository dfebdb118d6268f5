// An OpenID provider for the browser tests, configured with PORT and CLIENT_ORIGIN. It accepts any
// password.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

const port = Number(process.env.PORT)
const origin = process.env.CLIENT_ORIGIN

/** The claims of the users, by their logins. `PUT /test/accounts` replaces them. */
let accounts = {}

const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const key = { ...(await exportJWK(privateKey)), kid: 'test', use: 'sig', alg: 'RS256' }

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'signalbox',
      client_secret: 'not-a-secret',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [`${origin}/signed-in`],
      post_logout_redirect_uris: [`${origin}/sign-in`],
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: ['test'] },
  // Puts the claims into the ID token, like other providers.
  conformIdTokenClaims: false,
  claims: { openid: ['sub'], profile: ['name', 'groups'] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, ...accounts[id] }),
  }),
  issueRefreshToken: () => true,
  features: { revocation: { enabled: true } },
  // Short, so that a test can observe a renewal.
  ttl: {
    IdToken: 10,
    AccessToken: 10,
    Grant: 3600,
    Interaction: 600,
    RefreshToken: 3600,
    Session: 3600,
  },
})

const respond = provider.callback()
createServer((request, response) => {
  if (request.method !== 'PUT' || request.url !== '/test/accounts') {
    void respond(request, response)
    return
  }
  void json(request).then((replaced) => {
    accounts = replaced
    response.end('{}')
  })
}).listen(port, '127.0.0.1', () => process.stdout.write('The identity provider is ready\n'))
