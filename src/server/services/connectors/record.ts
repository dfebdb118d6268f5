import type { Selectable } from 'kysely'
import type { Connector } from '../../../contract/connectors'
import type { ConnectorsTable } from '../../store/schema'

export type ConnectorRow = Selectable<ConnectorsTable>

/** A connector as create, list and read answer it (2.5). */
export function connectorSummary(row: ConnectorRow): Connector {
  return { id: row.id, key: row.key, name: row.name, isReadOnly: row.is_read_only }
}
