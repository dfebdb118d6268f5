import { expressionBuilder, sql, type SqlBool } from 'kysely'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { findWorkspace } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { newestFirstPage } from '@/server/search/newest-first-page'
import { and, matches, or, type Condition } from '@/server/store/condition'
import type { Tables } from '@/server/store/schema'

/** Matches the tokens whose name, tenant or creator contains a text; undefined without any. */
function filterOf(search = ''): Condition | undefined {
  const text = search.trim()
  if (text === '') return undefined
  return or(
    ...(['name', 'tenant_key', 'created_by'] as const).map(
      (column) => sql<SqlBool>`strpos(lower(${sql.ref(column)}), lower(${text}::text)) > 0`,
    ),
  )
}

/** Lists the tokens that the server issued for a workspace and still accepts. @throws not_found */
export async function listAccessTokens(
  context: RequestContext,
  { params, query }: ParsedRequestOf<Operations['listAccessTokens']>,
): Promise<ResponseOf<Operations['listAccessTokens']>> {
  const { search, ...paging } = query
  const workspace = await findWorkspace(context, context.database, params.id)
  const { rows, ...page } = await newestFirstPage(context.database, {
    table: 'issued_tokens',
    list: { of: 'issued_tokens', workspaceId: workspace.id, search },
    condition: and(
      matches('issued_tokens', {
        workspace_id: workspace.id,
        token_generation: workspace.token_generation,
      }),
      expressionBuilder<Tables, 'issued_tokens'>()('expires_at', '>', context.clock()),
    ),
    filter: filterOf(search),
    ...paging,
  })
  return {
    items: rows.map((row) => ({
      id: row.id,
      name: row.name,
      role: row.role,
      kind: row.kind,
      tenantKey: row.tenant_key ?? undefined,
      createdBy: row.created_by,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
    ...page,
  }
}
