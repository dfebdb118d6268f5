import { z } from 'zod'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { findConnector, findConnectorVersion } from './find'
import { connectorSummary } from './record'

const optionsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/** Leaves out the values of parameters, which may be secret, also those in options. */
function withoutParameters(specification: Record<string, unknown>): Record<string, unknown> {
  const { parameters: _values, ...visible } = specification
  const options = optionsSchema.safeParse(visible['options']).data
  if (options === undefined) return visible
  return {
    ...visible,
    options: Object.fromEntries(
      Object.entries(options).map(([key, option]) => [key, withoutParameters(option)]),
    ),
  }
}

/**
 * Reads the whole specification of a connector. Only admins see the values of its parameters.
 * @throws not_found
 */
export async function getConnectorSpecification(
  context: RequestContext,
  { params, query }: ParsedRequestOf<Operations['getConnectorSpecification']>,
): Promise<ResponseOf<Operations['getConnectorSpecification']>> {
  const connector = await findConnector(context, context.database, params.idOrKey)
  const { version, specification } = await findConnectorVersion(context, connector, query.version)
  return {
    ...(context.caller.role === 'admin' ? specification : withoutParameters(specification)),
    ...(connector.external_app_id === null ? {} : { externalAppId: connector.external_app_id }),
    ...connectorSummary(connector),
    uuid: connector.uuid,
    version,
    createdAt: connector.created_at.toISOString(),
    updatedAt: connector.updated_at.toISOString(),
    archivedAt: connector.archived_at?.toISOString(),
  }
}
