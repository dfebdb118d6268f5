import type { Selectable } from 'kysely'
import { z } from 'zod'
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

const typed = z.looseObject({ type: z.enum(authTypeNames).optional() })
/** The members that a catalog shows. The specification was validated when it was stored. */
const catalogued = typed.extend({
  categories: z.array(z.string()).optional(),
  logoUri: z.string().optional(),
  options: z.record(z.string(), typed).optional(),
})

/** A connector as the catalog shows it. */
export function connectorDetails(row: ConnectorRow): ConnectorDetails {
  const { type, options = {}, categories = [], logoUri } = catalogued.parse(row.specification)
  const types = new Set([type, ...Object.values(options).map((option) => option.type)])
  return {
    ...connectorSummary(row),
    authTypes: authTypeNames.filter((name) => types.has(name)),
    categories,
    logoUri: logoUri || undefined,
    publishedVersion: row.published_version ?? undefined,
    updatedAt: row.updated_at.toISOString(),
    archivedAt: row.archived_at?.toISOString(),
  }
}
