import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { AuditRecord } from '../../core/audit'
import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { accessDenied, notFound, ServiceError } from '../../core/service-error'
import { lockWorkspaces } from '../../core/writable'
import type { Resource } from '../../core/writing'
import type { Queryable } from '../../store/database'
import type { ConnectorVersionsTable } from '../../store/schema'
import { connectorColumns, type ConnectorRow } from './record'

/**
 * Finds the connector of the caller's workspace that a selector names: an id wins over a uuid, a
 * uuid over a key.
 * @throws not_found
 */
export async function findConnector(
  context: RequestContext,
  database: Queryable,
  selector: string,
  { lock = false } = {},
): Promise<ConnectorRow> {
  const row = await database
    .selectFrom('connectors')
    .select(connectorColumns)
    .where('workspace_id', '=', workspaceOf(context))
    .where(({ or, eb }) =>
      or([
        ...(isUuid(selector) ? [eb('id', '=', selector)] : []),
        eb('uuid', '=', selector),
        eb('key', '=', selector),
      ]),
    )
    .orderBy(
      sql`case
        when id::text = ${selector.toLowerCase()} then 0
        when uuid = ${selector} then 1
        else 2
      end`,
    )
    .limit(1)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) throw notFound('connector', selector)
  return row
}

/** Connectors, as `writing` takes them. */
export const connectors: Resource<ConnectorRow> = {
  name: 'connector',
  lock: (context, transaction, selector) =>
    findConnector(context, transaction, selector, { lock: true }),
  lockOwners: (transaction, connector, options) =>
    lockWorkspaces(transaction, [connector.workspace_id], options),
}

/** The history entry of a change to a connector, without the changes. */
export function connectorEntry({
  id,
  name,
  workspace_id: workspaceId,
}: ConnectorRow): Omit<AuditRecord, 'operation' | 'changes'> {
  return { workspaceId, subject: { type: 'connector', id, name } }
}

export interface ConnectorVersion {
  version: string
  specification: Record<string, unknown>
  name: string
  externalAppId: string | null
}

/** Reads the working copy of a connector. */
export async function findWorkingCopy(
  database: Queryable,
  connector: ConnectorRow,
): Promise<ConnectorVersion> {
  const { specification } = await database
    .selectFrom('connectors')
    .select('specification')
    .where('id', '=', connector.id)
    .where('workspace_id', '=', connector.workspace_id)
    .executeTakeFirstOrThrow()
  const { name, external_app_id: externalAppId } = connector
  return { version: 'dev', specification, name, externalAppId }
}

/**
 * Refuses to change or publish a connector that is read-only or archived.
 * @throws access_denied, conflict
 */
export function assertEditable(
  { name, is_read_only: isReadOnly, archived_at: archivedAt }: ConnectorRow,
  action: 'changed' | 'published',
): void {
  if (isReadOnly) throw accessDenied(`${name} is read-only: it cannot be changed`)
  if (archivedAt !== null)
    throw new ServiceError('conflict', `${name} is archived: it cannot be ${action}`)
}

/**
 * Reads columns of a version of a connector; undefined for the working copy.
 * @param requested `dev`, `latest` or a number; without it, the published version, else `dev`
 * @throws not_found
 */
async function readPublished<Column extends keyof ConnectorVersionsTable>(
  { database }: RequestContext,
  connector: ConnectorRow,
  requested: string | undefined,
  columns: readonly Column[],
) {
  const wanted = requested ?? connector.published_version ?? 'dev'
  if (wanted === 'dev') return undefined
  const version = wanted === 'latest' ? connector.published_version : wanted
  if (version === null)
    throw new ServiceError(
      'not_found',
      `No version of ${connector.name} has been published yet: read version dev`,
    )
  const row = await database
    .selectFrom('connector_versions')
    .select(columns)
    .where('connector_id', '=', connector.id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (row === undefined)
    throw new ServiceError('not_found', `${connector.name} has no version '${version}'`)
  return row
}

/** Reads a version of a connector, as for `readPublished`. @throws not_found */
export async function findConnectorVersion(
  context: RequestContext,
  connector: ConnectorRow,
  requested: string | undefined,
): Promise<ConnectorVersion> {
  const row = await readPublished(context, connector, requested, [
    'version',
    'specification',
    'name',
    'external_app_id',
  ])
  if (row === undefined) return findWorkingCopy(context.database, connector)
  const { version, specification, name, external_app_id: externalAppId } = row
  return name === null
    ? { version, specification, name: connector.name, externalAppId: connector.external_app_id }
    : { version, specification, name, externalAppId }
}

/**
 * Reads the name of a connector in a version, as for `readPublished`. It leaves the specification,
 * which can have megabytes of code, in the database.
 * @throws not_found
 */
export async function findVersionName(
  context: RequestContext,
  connector: ConnectorRow,
  requested: string | undefined,
): Promise<string> {
  const row = await readPublished(context, connector, requested, ['name'])
  return row?.name ?? connector.name
}
