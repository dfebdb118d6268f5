import { z } from 'zod'
import { timestamp } from './field'
import type { Operation } from './operation'

/** Path of the redirect URI that is registered at the identity provider. */
export const callbackPath = '/signed-in'

/** Names the workspace of a request with a token of the identity provider, by id or key. */
export const workspaceHeader = 'Workspace'

/** Roles that the claims of the identity provider can be mapped to, the lowest first. */
export const providerRoles = ['reader', 'admin', 'operator'] as const
export type ProviderRole = (typeof providerRoles)[number]

/** The roles that people can have in a workspace. */
const workspaceRoles = ['reader', 'admin'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

/** How many workspaces a session names. */
export const maxSessionWorkspaces = 100

const sealed = (description: string) => z.string().min(1).max(32_768).describe(description)
const uri = (description: string) =>
  z
    .string()
    // Parsing a host takes a time that grows with the square of its length.
    .max(4096, { abort: true })
    .check(z.url({ protocol: /^https?$/ }))
    .describe(description)

export const providerSessionSchema = z
  .object({
    token: z.string().describe('The ID token, to be sent as a bearer token'),
    expiresAt: timestamp.describe('When the token expires'),
    renewal: z
      .string()
      .optional()
      .describe('Renews the token. Encrypted; absent if the provider issued no refresh token'),
    name: z.string().describe('Name of the user'),
    subject: z.string().describe('The `sub` claim: id of the user at the provider'),
    role: z.enum(providerRoles).optional().describe('Role in every workspace; absent if none'),
    workspaces: z
      .array(z.object({ id: z.string(), name: z.string(), role: z.enum(workspaceRoles) }))
      .describe(
        `The first ${maxSessionWorkspaces} workspaces that the user has a role in, by name`,
      ),
  })
  .meta({ id: 'ProviderSession' })

export type ProviderSession = z.infer<typeof providerSessionSchema>

/** Signing in with the identity provider (OpenID Connect) of the configuration. */
export const singleSignOnOperations = {
  getSingleSignOn: {
    method: 'GET',
    path: '/single-sign-on',
    resource: 'Service',
    summary: 'Get the identity provider that users sign in with',
    response: z
      .object({
        provider: z
          .object({ name: z.string().describe('Name of the provider') })
          .optional()
          .describe('Absent if none is configured'),
      })
      .meta({ id: 'SingleSignOn' }),
    errors: [],
    caller: 'anyone',
    extension: true,
  },
  startSingleSignOn: {
    method: 'POST',
    path: '/single-sign-on/start',
    resource: 'Service',
    summary: 'Start signing in with the identity provider',
    description:
      'Authorization code flow with PKCE. Send the user to `authorizationUri`, and keep ' +
      '`attempt` for when they come back.',
    body: z.strictObject({
      redirectUri: uri(`Where the provider returns the user to; its path is ${callbackPath}`),
      prompt: z
        .literal('login')
        .optional()
        .describe('Ask for the credentials again, so that another user can sign in'),
    }),
    response: z
      .object({
        authorizationUri: z.string().describe('The page of the provider to send the user to'),
        attempt: z
          .string()
          .describe('State, nonce and PKCE verifier. Encrypted, valid for ten minutes'),
      })
      .meta({ id: 'SignInAttempt' }),
    errors: ['not_found', 'unavailable'],
    caller: 'anyone',
    extension: true,
  },
  finishSingleSignOn: {
    method: 'POST',
    path: '/single-sign-on/finish',
    resource: 'Service',
    summary: 'Finish signing in with the identity provider',
    description: 'Exchanges the authorization code for a token.',
    body: z.strictObject({
      attempt: sealed('The `attempt` that starting returned'),
      callbackUri: uri('The address that the provider returned the user to, with its query'),
    }),
    response: providerSessionSchema,
    errors: ['not_found', 'not_authenticated', 'access_denied', 'unavailable'],
    caller: 'anyone',
    extension: true,
  },
  renewSingleSignOn: {
    method: 'POST',
    path: '/single-sign-on/renew',
    resource: 'Service',
    summary: 'Renew the token of a user who signed in with the identity provider',
    body: z.strictObject({ renewal: sealed('The `renewal` of the session') }),
    response: providerSessionSchema,
    errors: ['not_found', 'not_authenticated', 'access_denied', 'unavailable'],
    caller: 'anyone',
    extension: true,
  },
  endSingleSignOn: {
    method: 'POST',
    path: '/single-sign-on/end',
    resource: 'Service',
    summary: 'Sign out at the identity provider',
    description: 'Revokes the refresh token, and returns the page where the provider signs out.',
    body: z.strictObject({
      token: sealed('The token of the session'),
      renewal: sealed('The `renewal` of the session').optional(),
      returnUri: uri('Where the provider returns the user to'),
    }),
    response: z
      .object({
        signOutUri: z
          .string()
          .optional()
          .describe('The page to send the user to; absent if the provider has none'),
      })
      .meta({ id: 'SignOut' }),
    errors: ['not_found', 'unavailable'],
    caller: 'anyone',
    extension: true,
  },
} as const satisfies Record<string, Operation>
