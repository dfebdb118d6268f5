import type { Selectable } from 'kysely'
import type { ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { ConnectorVersionsTable } from '@/server/store/schema'

/** A published version, without its specification. */
export function connectorVersionItem(
  row: Omit<Selectable<ConnectorVersionsTable>, 'specification' | 'name' | 'external_app_id'>,
): ResponseOf<Operations['publishConnectorVersion']> {
  return {
    id: row.id,
    connectorId: row.connector_id,
    version: row.version,
    changelog: row.changelog,
    createdAt: row.created_at.toISOString(),
  }
}
