import { useQuery } from '@tanstack/react-query'
import { toApiError } from '@/console/api/api-error'
import { connectorQuery, specificationQuery } from '@/console/api/connectors'
import { useHasExtensions } from '@/console/api/workspaces'
import { useIsTenant } from '@/console/session/use-session'

/** Keeps what is known of a connector while another version of it is read. */
function ofSameConnector(connector: string) {
  return <Read extends { response: { key: string; id: string } }>(before: Read | undefined) =>
    before !== undefined && [before.response.key, before.response.id].includes(connector)
      ? before
      : undefined
}

/**
 * Reads a version of a connector, and from its specification whether it can be edited. If the
 * version can't be found, the latest one says whether the connector can be.
 */
export function useConnector(workspaceId: string, connector: string, version: string | undefined) {
  const shown = useQuery({
    ...connectorQuery(workspaceId, connector, version),
    placeholderData: ofSameConnector(connector),
  })
  const hasExtensions = useHasExtensions()
  const isTenant = useIsTenant()
  const hasSpecification = hasExtensions && !isTenant
  // What the page shows below reads the same specification.
  const specification = useQuery({
    ...specificationQuery(workspaceId, connector, version),
    enabled: hasSpecification,
    placeholderData: ofSameConnector(connector),
  })
  const error = shown.error === null ? undefined : toApiError(shown.error)
  const isVersionMissing = error?.isMissing === true && version !== undefined
  const latest = useQuery({
    ...connectorQuery(workspaceId, connector, undefined),
    enabled: isVersionMissing,
  })
  const notFound = isVersionMissing ? latest.error : shown.error
  const missing = notFound === null ? undefined : toApiError(notFound)
  const record = shown.data?.response
  const isReadOnly = record?.isReadOnly === true
  const archivedAt = specification.data?.response.archivedAt
  // Until both are read, it can be read-only or archived.
  const isKnown = record !== undefined && (!hasSpecification || specification.data !== undefined)
  return {
    id: record?.id,
    name: record?.name ?? latest.data?.response.name ?? connector,
    isReadOnly,
    archivedAt,
    isEditable: isKnown && !isReadOnly && archivedAt === undefined,
    error,
    refetch: shown.refetch,
    /** Says that there is no such connector; undefined if there may be one. */
    missing: missing?.isMissing === true ? missing.message : undefined,
    /** Why its specification can't be shown; undefined if it can. */
    hiddenReason: !hasExtensions
      ? 'This engine doesn’t expose connector specifications.'
      : isTenant
        ? 'A tenant’s token can’t read specifications.'
        : undefined,
  }
}
