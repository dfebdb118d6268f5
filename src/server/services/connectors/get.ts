import type { Connector } from '@/contract/connectors'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { findConnector } from './find'
import { findVersionName } from './find-version'
import { connectorSummary } from './record'

/** Reads a connector in one of its versions. @throws not_found for the connector or the version */
export async function getConnector(
  context: RequestContext,
  { params, query }: ParsedRequestOf<Operations['getConnector']>,
): Promise<Connector> {
  const connector = await findConnector(context, context.database, params.idOrKey)
  const name = await findVersionName(context, connector, query.version)
  return connectorSummary({ ...connector, name })
}
