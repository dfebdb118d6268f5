import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { maxTokenDays } from '../../../contract/tokens'
import { v7 as uuid, validate as isUuid } from 'uuid'
import { audit } from '../../core/audit'
import { holdsSecret } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { accessDenied, invalidRequest, ServiceError } from '../../core/service-error'
import { lifetimeSeconds } from '../../core/server-tokens'
import { findWorkspace } from '../../core/find-workspace'
import type { TokenOwner } from '../../store/schema'
import { ownerOf } from '../tokens/personal'

/** Servers and proxies accept headers of 8 or 16 kB in all. */
const maxIssuedTokenLength = 7000

/** When the requested token expires. */
function expiryOf({ kind, expiresInDays = maxTokenDays }: Request['body'], now: Date): Date {
  const seconds = kind === 'session' ? lifetimeSeconds : expiresInDays * 86_400
  return new Date(now.getTime() + seconds * 1000)
}

type Request = ParsedRequestOf<Operations['createOrgWorkspaceAccessToken']>

async function tenantKeyOf(
  context: RequestContext,
  workspaceId: string,
  tenantId: string,
): Promise<string> {
  const tenants = context.database
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

/**
 * Returns the owner of the token, if it is personal.
 * @throws access_denied for a token that was issued itself, and for what the caller cannot own
 */
function ownerOfRequested(context: RequestContext, { kind }: Request['body']): TokenOwner | null {
  const { credential, role } = context.caller
  const isUser = credential?.signedBy === 'provider'
  if (!holdsSecret(context) && !(isUser && kind === 'personal'))
    throw accessDenied(
      isUser
        ? 'Users of the identity provider issue personal tokens only: ask an operator, or whoever ' +
            'has the secret of the workspace, for others'
        : 'This token was issued by the server and cannot issue others: use a token signed with ' +
            'the secret or a key of the workspace, or an operator’s',
    )
  if (kind !== 'personal') return null
  const owner = credential === undefined ? undefined : ownerOf(credential)
  if (role === 'operator' || owner === undefined)
    throw accessDenied('An operator has no role in the workspace: issue a service token')
  return owner
}

/**
 * Issues a token of the workspace. The server signs it, so that it also works where the workspace
 * refuses tokens signed with its secret.
 * @throws not_found, access_denied, conflict when the workspace is archived, invalid_request
 */
export async function createOrgWorkspaceAccessToken(
  context: RequestContext,
  { params, body }: Request,
): Promise<{ token: string }> {
  const workspace = await findWorkspace(context, context.database, params.id)
  const owner = ownerOfRequested(context, body)
  if (workspace.archived_at !== null)
    throw new ServiceError(
      'conflict',
      'This workspace is archived, so its tokens are refused: restore it first',
    )

  const tenantKey =
    body.tenantId === undefined
      ? body.tenantKey
      : await tenantKeyOf(context, workspace.id, body.tenantId)
  const id = uuid()
  const now = context.clock()
  const expiresAt = expiryOf(body, now)
  const name = body.name ?? context.caller.name
  const claims = {
    jti: id,
    workspaceKey: workspace.key,
    tokenGeneration: workspace.token_generation,
    // A personal token acts in the name of its owner.
    name: owner === null ? name : context.caller.name,
    ...(owner?.subject === undefined ? {} : { sub: owner.subject }),
    ...(body.isAdmin === undefined ? {} : { isAdmin: body.isAdmin }),
    ...(tenantKey === undefined ? {} : { tenantKey }),
    ...(body.fields === undefined ? {} : { fields: body.fields }),
  }
  const token = await context.serverTokens.sign(claims, now, expiresAt)
  if (token.length > maxIssuedTokenLength)
    throw invalidRequest([
      {
        path: ['body', 'fields'],
        message: `The token would be longer than ${maxIssuedTokenLength} characters: send less`,
        code: 'too_big',
      },
    ])
  await context.database.transaction().execute(async (transaction) => {
    const workspaceRole = body.isAdmin === true ? 'admin' : 'reader'
    await transaction.deleteFrom('issued_tokens').where('expires_at', '<', now).execute()
    await transaction
      .insertInto('issued_tokens')
      .values({
        id,
        workspace_id: workspace.id,
        name,
        role: tenantKey === undefined ? workspaceRole : 'tenant',
        tenant_key: tenantKey ?? null,
        kind: body.kind,
        owner: owner === null ? null : JSON.stringify(owner),
        owner_seen_at: owner?.signedBy === 'provider' ? now : null,
        created_by: context.caller.name,
        token_generation: workspace.token_generation,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute()
    await audit(context, transaction, {
      operation: 'createOrgWorkspaceAccessToken',
      workspaceId: workspace.id,
      subject: { type: 'workspace', id: workspace.id, name: workspace.name },
      changes: [
        {
          path: 'token',
          after: {
            id,
            name,
            kind: body.kind,
            isAdmin: body.isAdmin === true,
            expiresAt: expiresAt.toISOString(),
            ...(tenantKey === undefined ? {} : { tenantKey }),
          },
        },
      ],
    })
  })
  return { token }
}
