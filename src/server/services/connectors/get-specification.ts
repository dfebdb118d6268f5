import { z } from 'zod'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { findConnector, findConnectorVersion, type ConnectorVersion } from './find'
import { specificationOf } from './specification'

type Members = ConnectorVersion['specification']

const optionsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/** Leaves out the values of parameters, which may be secret, also those in options. */
function withoutParameters(specification: Members): Members {
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
  const visible = context.caller.role === 'admin' ? specification : withoutParameters(specification)
  return specificationOf(connector, { version, specification: visible })
}
