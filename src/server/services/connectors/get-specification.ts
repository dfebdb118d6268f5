import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { findConnector, findConnectorVersion } from './find'
import { connectorSummary } from './record'

/**
 * Reads the whole specification of a connector. Only admins see the values of its parameters, which
 * may be secret.
 * @throws not_found
 */
export async function getConnectorSpecification(
  context: RequestContext,
  { params, query }: ParsedRequestOf<Operations['getConnectorSpecification']>,
): Promise<ResponseOf<Operations['getConnectorSpecification']>> {
  const connector = await findConnector(context, context.database, params.idOrKey)
  const { version, specification } = await findConnectorVersion(context, connector, query.version)
  const { parameters, ...visible } = specification
  return {
    ...visible,
    parameters: context.caller.role === 'admin' ? parameters : undefined,
    ...(connector.external_app_id === null ? {} : { externalAppId: connector.external_app_id }),
    ...connectorSummary(connector),
    uuid: connector.uuid,
    version,
    createdAt: connector.created_at.toISOString(),
    updatedAt: connector.updated_at.toISOString(),
    archivedAt: connector.archived_at?.toISOString(),
  }
}
