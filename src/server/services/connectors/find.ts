import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Queryable } from '../../store/database'
import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { notFound, ServiceError } from '../../core/service-error'
import type { ConnectorRow } from './record'

/** The connector that the text names in the caller’s workspace: by id before uuid before key. @throws not_found */
export async function findConnector(
  context: RequestContext,
  selector: string,
  database: Queryable = context.database,
  { forUpdate = false } = {},
): Promise<ConnectorRow> {
  const row = await database
    .selectFrom('connectors')
    .selectAll()
    .where('workspace_id', '=', workspaceOf(context))
    .where(({ or, eb }) =>
      or([
        ...(isUuid(selector) ? [eb('id', '=', selector)] : []),
        eb('uuid', '=', selector),
        eb('key', '=', selector),
      ]),
    )
    .orderBy(
      sql`case when id::text = ${selector.toLowerCase()} then 0 when uuid = ${selector} then 1 else 2 end`,
    )
    .limit(1)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) throw notFound('connector', selector)
  return row
}

export interface ConnectorVersion {
  version: string
  specification: Record<string, unknown>
}

/** Which version of a connector is asked for: `dev`, `latest` or a number; absent: the published one, else `dev`. @throws not_found */
export async function connectorVersion(
  context: RequestContext,
  connector: ConnectorRow,
  asked: string | undefined,
): Promise<ConnectorVersion> {
  const wanted = asked ?? connector.published_version ?? 'dev'
  if (wanted === 'dev') return { version: 'dev', specification: connector.specification }
  if (wanted === 'latest' && connector.published_version === null) {
    throw new ServiceError(
      'not_found',
      `No version of ${connector.name} has been published yet: read version dev`,
    )
  }
  const version = wanted === 'latest' ? (connector.published_version ?? wanted) : wanted
  const row = await context.database
    .selectFrom('connector_versions')
    .select(['version', 'specification'])
    .where('connector_id', '=', connector.id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (row === undefined)
    throw new ServiceError('not_found', `${connector.name} has no version '${version}'`)
  return row
}
