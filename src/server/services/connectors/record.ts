import type { Selectable } from 'kysely'
import { authTypeNames } from '@/contract/auth-types'
import type { Connector, ConnectorDetails } from '@/contract/connectors'
import type { ConnectorsTable } from '@/server/store/schema'

type Stored = Selectable<ConnectorsTable>

export const connectorSummaryColumns = [
  'id',
  'key',
  'name',
  'is_read_only',
] as const satisfies readonly (keyof Stored)[]

export const connectorColumns = [
  ...connectorSummaryColumns,
  'uuid',
  'workspace_id',
  'external_app_id',
  'published_version',
  'created_at',
  'updated_at',
  'archived_at',
] as const satisfies readonly (keyof Stored)[]

/** A connector without its specification, which can have megabytes of code. */
export type ConnectorRow = Pick<Stored, (typeof connectorColumns)[number]>

/** A connector as create, list and read return it (2.5). */
export function connectorSummary(
  row: Pick<ConnectorRow, (typeof connectorSummaryColumns)[number]>,
): Connector {
  return { id: row.id, key: row.key, name: row.name, isReadOnly: row.is_read_only }
}

export const connectorDetailsColumns = [
  ...connectorSummaryColumns,
  'auth_types',
  'categories',
  'logo_uri',
  'published_version',
  'updated_at',
  'archived_at',
] as const satisfies readonly (keyof Stored)[]

/** A connector as the catalog shows it. */
export function connectorDetails(
  row: Pick<Stored, (typeof connectorDetailsColumns)[number]>,
): ConnectorDetails {
  return {
    ...connectorSummary(row),
    authTypes: authTypeNames.filter((name) => row.auth_types.includes(name)),
    categories: row.categories ?? [],
    logoUri: row.logo_uri || undefined,
    publishedVersion: row.published_version ?? undefined,
    updatedAt: row.updated_at.toISOString(),
    archivedAt: row.archived_at?.toISOString(),
  }
}
