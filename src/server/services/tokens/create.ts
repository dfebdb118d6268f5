import { validate as isUuid } from 'uuid'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { maxTokenDays } from '@/contract/tokens'
import { ownerOf } from '@/server/authentication/personal-tokens'
import { holdsSecret } from '@/server/core/access/authorize'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { lifetimeSeconds } from '@/server/core/secrets/server-tokens'
import { accessDenied, invalidRequest } from '@/server/core/service-error'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { writing } from '@/server/core/writes/writing'
import type { Queryable } from '@/server/store/database'
import { recordId } from '@/server/store/record-id'
import type { TokenOwner, WorkspaceRow } from '@/server/store/schema'

/** Servers and proxies accept at most 8 or 16 kB of headers in total. */
const maxIssuedTokenLength = 7000

type TokenRequest = ParsedRequestOf<Operations['createOrgWorkspaceAccessToken']>
type Body = TokenRequest['body']

/**
 * Issues a token of the workspace. The server signs it, so that it also works if the workspace
 * refuses tokens signed with its secret.
 * @throws not_found, access_denied, conflict when the workspace is archived, invalid_request
 */
export async function createOrgWorkspaceAccessToken(
  context: RequestContext,
  { params: { id: workspaceId }, body }: TokenRequest,
): Promise<{ token: string }> {
  const operation = 'createOrgWorkspaceAccessToken'
  // Tokens are also useful for reading, so a read-only workspace can issue them.
  const allowed = { readOnly: true }
  const write = { operation, records: workspaces, id: workspaceId, allowed } as const
  return writing(context, write, async (transaction, workspace) => {
    const owner = ownerOfRequested(context, body)
    const tenantKey = await findTenantKey(transaction, workspace.id, body)
    const now = context.clock()
    const issued: IssuedToken = {
      id: recordId(now),
      name: body.name ?? context.caller.name,
      kind: body.kind,
      isAdmin: body.isAdmin === true,
      expiresAt: expiryOf(body, now).toISOString(),
      tenantKey,
    }
    const token = await signToken(context, workspace, issued, owner, body)
    await recordToken(context, transaction, workspace, issued, owner)
    const changes = [{ path: 'token', after: issued }]
    return { result: { token }, entries: [{ ...workspaceEntry(workspace), changes }] }
  })
}

/** The data of a token that the history records. */
interface IssuedToken {
  id: string
  name: string
  kind: Body['kind']
  isAdmin: boolean
  expiresAt: string
  tenantKey?: string | undefined
}

/** When the requested token expires. */
function expiryOf({ kind, expiresInDays = maxTokenDays }: Body, now: Date): Date {
  const seconds = kind === 'session' ? lifetimeSeconds : expiresInDays * 86_400
  return secondsAfter(now, seconds)
}

/**
 * Returns the owner of the token, if it is personal.
 * @throws access_denied if the caller does not hold the secret, or cannot own a personal token
 */
function ownerOfRequested(context: RequestContext, { kind }: Body): TokenOwner | null {
  const { credential, role } = context.caller
  const isUser = credential?.signedBy === 'provider'
  if (!holdsSecret(context) && !(isUser && kind === 'personal'))
    throw accessDenied(
      isUser
        ? 'Users of the identity provider can issue only personal tokens: for others, ask an ' +
            'operator or someone who has the secret of the workspace'
        : 'This token cannot issue others: use one that is signed with the current secret or a ' +
            'key of the workspace, or an operator token',
    )
  if (kind !== 'personal') return null
  const owner = credential === undefined ? undefined : ownerOf(credential)
  if (role === 'operator' || owner === undefined)
    throw accessDenied('An operator has no role in the workspace: issue a service token')
  return owner
}

async function findTenantKey(
  transaction: Queryable,
  workspaceId: string,
  { tenantId, tenantKey }: Body,
): Promise<string | undefined> {
  if (tenantId === undefined) return tenantKey
  const tenants = transaction
    .selectFrom('tenants')
    .select('key')
    .where('workspace_id', '=', workspaceId)
  const tenant = isUuid(tenantId)
    ? await tenants.where('id', '=', tenantId).executeTakeFirst()
    : undefined
  if (tenant !== undefined) return tenant.key
  throw invalidRequest([
    {
      path: ['body', 'tenantId'],
      message: `There is no tenant '${tenantId}' in this workspace`,
      code: 'unknown_reference',
    },
  ])
}

/** @throws invalid_request for a token that would be too long */
async function signToken(
  context: RequestContext,
  workspace: WorkspaceRow,
  { id, name, expiresAt, tenantKey }: IssuedToken,
  owner: TokenOwner | null,
  { isAdmin, fields }: Body,
): Promise<string> {
  const claims = {
    jti: id,
    workspaceKey: workspace.key,
    tokenGeneration: workspace.token_generation,
    // A personal token acts in the name of its owner.
    name: owner === null ? name : context.caller.name,
    ...(owner?.subject === undefined ? {} : { sub: owner.subject }),
    isAdmin,
    tenantKey,
    fields,
  }
  const token = await context.serverTokens.sign(claims, context.clock(), new Date(expiresAt))
  if (token.length <= maxIssuedTokenLength) return token
  throw invalidRequest([
    {
      path: ['body', 'fields'],
      message: `The token would be longer than ${maxIssuedTokenLength} characters: send less`,
      code: 'too_big',
    },
  ])
}

/** Records a token, so that it can be listed and revoked. */
async function recordToken(
  context: RequestContext,
  transaction: Queryable,
  workspace: WorkspaceRow,
  { id, name, kind, isAdmin, expiresAt, tenantKey }: IssuedToken,
  owner: TokenOwner | null,
): Promise<void> {
  const now = context.clock()
  const workspaceRole = isAdmin ? 'admin' : 'reader'
  await transaction
    .insertInto('issued_tokens')
    .values({
      id,
      workspace_id: workspace.id,
      name,
      role: tenantKey === undefined ? workspaceRole : 'tenant',
      tenant_key: tenantKey ?? null,
      kind,
      owner: owner === null ? null : JSON.stringify(owner),
      owner_seen_at: owner?.signedBy === 'provider' ? now : null,
      created_by: context.caller.name,
      token_generation: workspace.token_generation,
      created_at: now,
      expires_at: new Date(expiresAt),
    })
    .execute()
}
