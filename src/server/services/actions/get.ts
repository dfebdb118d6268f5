import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import type { RequestContext } from '@/server/core/context'
import { notFound } from '@/server/core/service-error'

/**
 * Reads an action with the members that the engine defines. An id wins over a key.
 * @throws not_found
 */
export async function getAction(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['getAction']>,
): Promise<ResponseOf<Operations['getAction']>> {
  const row = await context.database
    .selectFrom('actions')
    .selectAll()
    .where('workspace_id', '=', requireWorkspaceId(context))
    .where(({ or, eb }) =>
      or([
        ...(isUuid(params.selector) ? [eb('id', '=', params.selector)] : []),
        eb('key', '=', params.selector),
      ]),
    )
    .orderBy(sql`id::text = ${params.selector.toLowerCase()}`, 'desc')
    .executeTakeFirst()
  if (row === undefined) throw notFound('action', params.selector)
  return {
    id: row.id,
    key: row.key ?? undefined,
    name: row.name,
    type: row.type ?? undefined,
    ...row.document,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    archivedAt: row.archived_at?.toISOString(),
  }
}
