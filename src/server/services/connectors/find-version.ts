import type { RequestContext } from '@/server/core/context'
import { ServiceError } from '@/server/core/service-error'
import type { Queryable } from '@/server/store/database'
import type { ConnectorVersionsTable } from '@/server/store/schema'
import type { ConnectorRow } from './record'

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
