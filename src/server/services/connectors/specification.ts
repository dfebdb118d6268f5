import type { ResponseOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { ConnectorVersion } from './find'
import { connectorSummary, type ConnectorRow } from './record'

/** A version of a connector with all its members, as admins read it. */
export function specificationOf(
  connector: ConnectorRow,
  { version, specification }: ConnectorVersion,
): ResponseOf<Operations['getConnectorSpecification']> {
  return {
    ...specification,
    ...(connector.external_app_id === null ? {} : { externalAppId: connector.external_app_id }),
    ...connectorSummary(connector),
    uuid: connector.uuid,
    version,
    createdAt: connector.created_at.toISOString(),
    updatedAt: connector.updated_at.toISOString(),
    archivedAt: connector.archived_at?.toISOString(),
  }
}
