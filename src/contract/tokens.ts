import { z } from 'zod'
import { timestamp } from './field'
import type { Operation } from './operation'
import { pageOf, pagingShape } from './pagination'
import { workspaceParams } from './workspaces'

const issuedTokenRoles = ['admin', 'reader', 'tenant'] as const

/** A token that the server issued, without the token itself. */
const issuedTokenSchema = z
  .object({
    id: z.string(),
    name: z.string().describe('The name that its holder appears under in the audit log'),
    role: z.enum(issuedTokenRoles).describe('What it allows'),
    tenantKey: z.string().optional(),
    createdBy: z.string().describe('Who asked for it'),
    createdAt: timestamp,
    lastUsedAt: timestamp
      .optional()
      .describe('When it was last used, to within a minute; absent when it never was'),
    expiresAt: timestamp,
  })
  .meta({ id: 'IssuedToken' })

export type IssuedToken = z.infer<typeof issuedTokenSchema>

const revokedSchema = z
  .object({ count: z.int().nonnegative().describe('How many tokens were revoked') })
  .meta({ id: 'RevokedTokens' })

export const tokenOperations = {
  listAccessTokens: {
    method: 'GET',
    path: '/org-workspaces/{id}/access-tokens',
    resource: 'Workspaces',
    summary: 'List the valid access tokens of a workspace',
    description:
      'Only those that the server issued and that are still accepted, newest first. ' +
      'The tokens themselves are not stored.',
    params: workspaceParams,
    query: z.strictObject(pagingShape),
    response: pageOf(issuedTokenSchema),
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
    description:
      'It is refused at once. Revoking a token that is not valid any more changes nothing.',
    params: workspaceParams.extend({
      tokenId: z.string().min(1).max(200).describe('Id of the token'),
    }),
    response: revokedSchema,
    errors: ['not_found'],
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
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
    unmetered: true,
  },
} as const satisfies Record<string, Operation>
