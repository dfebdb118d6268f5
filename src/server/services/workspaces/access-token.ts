import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { v7 as uuid, validate as isUuid } from 'uuid'
import { audit } from '../../core/audit'
import { holdsSecret } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { accessDenied, invalidRequest, ServiceError } from '../../core/service-error'
import { lifetimeSeconds } from '../../core/server-tokens'
import { findWorkspace } from '../../core/find-workspace'

/** Servers and proxies accept headers of 8 or 16 kB in all. */
const maxIssuedTokenLength = 7000

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
 * Issues a token of the workspace that is valid for an hour. The server signs it, so that it also
 * works where the workspace refuses tokens signed with its secret.
 * @throws not_found, access_denied for a token that was issued itself, conflict when the workspace
 * is archived, invalid_request
 */
export async function createOrgWorkspaceAccessToken(
  context: RequestContext,
  { params, body }: Request,
): Promise<{ token: string }> {
  const workspace = await findWorkspace(context, context.database, params.id)
  if (!holdsSecret(context))
    throw accessDenied(
      'This token was issued by the server or the identity provider and cannot issue others: ' +
        'use a token signed with the secret or a key of the workspace, or an operator’s',
    )
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
  const claims = {
    jti: id,
    workspaceKey: workspace.key,
    tokenGeneration: workspace.token_generation,
    name: body.name ?? context.caller.name,
    ...(body.isAdmin === undefined ? {} : { isAdmin: body.isAdmin }),
    ...(tenantKey === undefined ? {} : { tenantKey }),
    ...(body.fields === undefined ? {} : { fields: body.fields }),
  }
  const token = await context.serverTokens.sign(claims, now)
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
        name: claims.name,
        role: tenantKey === undefined ? workspaceRole : 'tenant',
        tenant_key: tenantKey ?? null,
        created_by: context.caller.name,
        token_generation: workspace.token_generation,
        created_at: now,
        expires_at: new Date(now.getTime() + lifetimeSeconds * 1000),
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
            name: claims.name,
            isAdmin: body.isAdmin === true,
            ...(tenantKey === undefined ? {} : { tenantKey }),
          },
        },
      ],
    })
  })
  return { token }
}
