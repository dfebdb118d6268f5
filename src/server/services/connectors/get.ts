import type { Connector } from '../../../contract/connectors'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { findConnector, findConnectorVersion } from './find'
import { connectorSummary } from './record'

/** Reads a connector in one of its versions. @throws not_found for the connector or the version */
export async function getConnector(
  context: RequestContext,
  { params, query }: ParsedRequestOf<Operations['getConnector']>,
): Promise<Connector> {
  const connector = await findConnector(context, context.database, params.idOrKey)
  // Without a version, it is the published one or `dev`, and both exist.
  if (query.version !== undefined) await findConnectorVersion(context, connector, query.version)
  return connectorSummary(connector)
}
