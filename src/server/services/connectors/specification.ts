import { z } from 'zod'
import type { ConnectorSpecification } from '@/contract/connectors'
import { contentEtag } from '@/server/core/etag'
import type { ConnectorVersion } from './find-version'
import { connectorSummary, type ConnectorRow } from './record'

const optionsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/** Leaves out the values of parameters, which may be secret, also those in options. */
export function withoutParameters(
  specification: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
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

/** Converts a version of a connector to its specification with the values of parameters. */
export function connectorSpecification(
  connector: ConnectorRow,
  { version, specification, name, externalAppId }: ConnectorVersion,
): ConnectorSpecification {
  return {
    ...specification,
    ...(externalAppId === null ? {} : { externalAppId }),
    ...connectorSummary(connector),
    name,
    uuid: connector.uuid,
    version,
    createdAt: connector.created_at.toISOString(),
    updatedAt: connector.updated_at.toISOString(),
    archivedAt: connector.archived_at?.toISOString(),
  }
}

/** The tag of a specification as admins read it. */
export function specificationEtag(specification: ConnectorSpecification): string {
  return contentEtag(JSON.stringify(specification))
}
