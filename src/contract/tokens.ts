import { z } from 'zod'
import { despiteWrongMembers, freeObject, timestamp, visibleCharacter } from './field'
import type { Operation } from './operation'
import { pageOf, pagingShape, searchText } from './pagination'
import { workspaceParams } from './workspaces'

/** Who an issued token belongs to: its requester for a session, its owner, or the workspace. */
const issuedTokenKinds = ['session', 'personal', 'service'] as const
/** The longest life of a service or personal token. */
export const maxTokenDays = 366

const issuedTokenRoles = ['admin', 'reader', 'tenant'] as const

/** A token that the server issued, without the token itself. */
const issuedTokenSchema = z
  .object({
    id: z.string(),
    name: z.string().describe('The name that its holder appears under in the history'),
    role: z.enum(issuedTokenRoles).describe('What it allows'),
    kind: z.enum(issuedTokenKinds).describe('Who it belongs to, and how long it can be valid'),
    tenantKey: z.string().optional(),
    createdBy: z.string().describe('Who requested it'),
    createdAt: timestamp,
    lastUsedAt: timestamp
      .optional()
      .describe('When it was last used, to within a minute; absent when it never was'),
    expiresAt: timestamp,
  })
  .meta({ id: 'IssuedToken' })

export type TokenKind = (typeof issuedTokenKinds)[number]
export type IssuedToken = z.infer<typeof issuedTokenSchema>

const publicKeyUseSchema = z
  .object({
    name: z.string().describe('The name of the key'),
    lastUsedAt: timestamp
      .optional()
      .describe('When it last verified a token, to within a minute; absent when it never did'),
  })
  .meta({ id: 'PublicKeyUse' })

const revokedSchema = z
  .object({ count: z.int().nonnegative().describe('How many tokens were revoked') })
  .meta({ id: 'RevokedTokens' })

const isLongLived = (kind: TokenKind) => kind === 'personal' || kind === 'service'

const accessTokenRequestSchema = z
  .strictObject({
    isAdmin: z.boolean().optional(),
    tenantId: z.string().min(1).max(200).optional(),
    tenantKey: z.string().min(1).max(200).optional(),
    name: z.string().max(200).optional(),
    fields: freeObject.optional(),
    kind: z
      .enum(issuedTokenKinds)
      .default('session')
      .describe(
        'session (when absent): valid for an hour. service: belongs to the workspace. ' +
          'personal: belongs to you',
      ),
    expiresInDays: z
      .int()
      .min(1)
      .max(maxTokenDays)
      .optional()
      .describe(`For service and personal tokens; ${maxTokenDays} days when absent`),
  })
  .refine((request) => request.tenantId === undefined || request.tenantKey === undefined, {
    ...despiteWrongMembers,
    path: ['tenantId'],
    message: 'Send tenantId or tenantKey, not both',
  })
  .refine(({ kind, name }) => !isLongLived(kind) || visibleCharacter.test(name ?? ''), {
    ...despiteWrongMembers,
    path: ['name'],
    message: 'Give the token a name, so that you can recognize it in the list',
  })
  .refine(({ kind, expiresInDays }) => kind !== 'session' || expiresInDays === undefined, {
    ...despiteWrongMembers,
    path: ['expiresInDays'],
    message: 'A session token is valid for an hour: choose the kind service or personal',
  })
  .refine(
    ({ kind, tenantId, tenantKey }) => !isLongLived(kind) || (tenantId ?? tenantKey) === undefined,
    {
      ...despiteWrongMembers,
      path: ['kind'],
      message: 'Tokens of tenants are session tokens',
    },
  )
  .meta({ id: 'AccessTokenRequest' })

export const tokenOperations = {
  createOrgWorkspaceAccessToken: {
    method: 'POST',
    path: '/org-workspaces/{id}/access-token',
    resource: 'Workspaces',
    summary: 'Issue an access token of a workspace',
    description:
      'Valid for an hour, or as a service or personal token for up to ' +
      `${maxTokenDays} days, unless the secret is rotated, the workspace archived or ` +
      'disableSecretKeyAuth set before. It can neither issue tokens nor read the secret. ' +
      'A personal token also ends when its owner loses their role or sign-in key. ' +
      'Users of the identity provider issue personal tokens only.',
    params: workspaceParams,
    body: accessTokenRequestSchema,
    bodyOptional: true,
    response: z.object({ token: z.string() }).meta({ id: 'AccessToken' }),
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    extension: true,
  },
  listAccessTokens: {
    method: 'GET',
    path: '/org-workspaces/{id}/access-tokens',
    resource: 'Workspaces',
    summary: 'List the valid access tokens of a workspace',
    description:
      'Only those that the server issued and that are still accepted, newest first. ' +
      'The tokens themselves are not stored. With a search, a page can have fewer tokens than ' +
      '`limit`, or none, although more follow. Go on until there is no `cursor`.',
    params: workspaceParams,
    query: z.strictObject({
      ...pagingShape,
      search: searchText
        .optional()
        .describe('Only tokens whose name, tenant or creator contains this; case is ignored'),
    }),
    response: pageOf(issuedTokenSchema),
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
    unmetered: true,
  },
  listPublicKeyUses: {
    method: 'GET',
    path: '/org-workspaces/{id}/public-key-uses',
    resource: 'Workspaces',
    summary: 'List when the registered keys of a workspace were last used',
    description: 'All of `publicKeys`, in their order. Keys of a JWKS URI are not recorded.',
    params: workspaceParams,
    response: z.object({ items: z.array(publicKeyUseSchema) }).meta({ id: 'PublicKeyUses' }),
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
    unmetered: true,
  },
  revokeAccessToken: {
    method: 'DELETE',
    path: '/org-workspaces/{id}/access-tokens/{tokenId}',
    resource: 'Workspaces',
    summary: 'Revoke an access token',
    description: 'Takes effect at once. Revoking a token that is no longer valid changes nothing.',
    params: workspaceParams.extend({
      tokenId: z.string().min(1).max(200).describe('Id of the token'),
    }),
    response: revokedSchema,
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    extension: true,
    unmetered: true,
  },
  revokeAccessTokens: {
    method: 'DELETE',
    path: '/org-workspaces/{id}/access-tokens',
    resource: 'Workspaces',
    summary: 'Revoke all access tokens of a workspace',
    description:
      'Only those that the server issued. Tokens signed with the secret or a key stay valid.',
    params: workspaceParams,
    response: revokedSchema,
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    extension: true,
    unmetered: true,
  },
} as const satisfies Record<string, Operation>
