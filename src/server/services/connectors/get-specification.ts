import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { findConnector } from './find'
import { findConnectorVersion } from './find-version'
import { connectorSpecification, withoutParameters } from './specification'

/**
 * Reads the whole specification of a connector. Only admins see the values of its parameters.
 * @throws not_found
 */
export async function getConnectorSpecification(
  context: RequestContext,
  { params, query }: ParsedRequestOf<Operations['getConnectorSpecification']>,
): Promise<ResponseOf<Operations['getConnectorSpecification']>> {
  const connector = await findConnector(context, context.database, params.idOrKey)
  const version = await findConnectorVersion(context, connector, query.version)
  const isAdmin = context.caller.role === 'admin'
  return connectorSpecification(
    connector,
    isAdmin ? version : { ...version, specification: withoutParameters(version.specification) },
  )
}
