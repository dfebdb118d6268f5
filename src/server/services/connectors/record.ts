import type { Selectable } from 'kysely'
import { authTypeNames } from '../../../contract/auth-types'
import type { Connector, ConnectorDetails } from '../../../contract/connectors'
import type { ConnectorsTable } from '../../store/schema'

export type ConnectorRow = Selectable<ConnectorsTable>

export const connectorSummaryColumns = [
  'id',
  'key',
  'name',
  'is_read_only',
] as const satisfies readonly (keyof ConnectorRow)[]

/** A connector as create, list and read return it (2.5). */
export function connectorSummary(
  row: Pick<ConnectorRow, (typeof connectorSummaryColumns)[number]>,
): Connector {
  return { id: row.id, key: row.key, name: row.name, isReadOnly: row.is_read_only }
}

export const connectorDetailsColumns = [
  ...connectorSummaryColumns,
  'published_version',
  'updated_at',
  'archived_at',
] as const satisfies readonly (keyof ConnectorRow)[]

/** What the catalog shows of a specification. */
export interface Catalogued {
  /** The authentication types of the connector and of its options. */
  types: (string | null)[]
  categories: string[] | null
  logoUri: string | null
}

/** A connector as the catalog shows it. */
export function connectorDetails(
  row: Pick<ConnectorRow, (typeof connectorDetailsColumns)[number]>,
  specification: Catalogued | undefined,
): ConnectorDetails {
  return {
    ...connectorSummary(row),
    authTypes: authTypeNames.filter((name) => specification?.types.includes(name)),
    categories: specification?.categories ?? [],
    logoUri: specification?.logoUri || undefined,
    publishedVersion: row.published_version ?? undefined,
    updatedAt: row.updated_at.toISOString(),
    archivedAt: row.archived_at?.toISOString(),
  }
}
