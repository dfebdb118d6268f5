import { sql, type SqlBool } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Queryable } from '../../store/database'
import type { RequestContext } from '../../core/context'
import { notFound } from '../../core/service-error'
import { workspaceSeenBy } from './filters'
import type { AppRow } from './record'

/**
 * The app that the text names to the caller: by id before uuid before key, the workspace’s own before a public one.
 * An operator reaches every app by id and uuid, and public ones by key.
 * @throws not_found
 */
export async function findApp(
  context: RequestContext,
  database: Queryable,
  selector: string,
  { forUpdate = false } = {},
): Promise<AppRow> {
  const workspaceId = workspaceSeenBy(context)
  const seen =
    workspaceId === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(workspace_id is null or workspace_id = ${workspaceId})`
  // Each arm is one that an index answers; a condition around them all would have every app read.
  const arms = [
    ...(isUuid(selector) ? [sql<SqlBool>`(id = ${selector} and ${seen})`] : []),
    sql<SqlBool>`(uuid = ${selector} and ${seen})`,
    sql<SqlBool>`(key = ${selector} and workspace_id is null)`,
    ...(workspaceId === undefined
      ? []
      : [sql<SqlBool>`(key = ${selector} and workspace_id = ${workspaceId})`]),
  ]
  const found = await database
    .selectFrom('apps')
    .selectAll()
    .where(sql<SqlBool>`(${sql.join(arms, sql` or `)})`)
    .orderBy(
      sql`case when id::text = ${selector.toLowerCase()} then 0 when uuid = ${selector} then 1 else 2 end`,
    )
    .orderBy(sql`workspace_id is null`)
    .limit(1)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
  if (found === undefined) throw notFound('app', selector)
  return found
}
