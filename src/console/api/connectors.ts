import { keepPreviousData, useMutation } from '@tanstack/react-query'
import type { AuthType } from '@/contract/auth-types'
import {
  connectorOperations,
  type Connector,
  type ConnectorCreate,
  type ConnectorDetails,
  type ConnectorSpecification,
  type ConnectorUpdate,
} from '@/contract/connectors'
import { maxPageSize, type ArchivedState } from '@/contract/pagination'
import { call, responseOf, type ApiResponse } from './client'
import { useIdempotencyKey } from './idempotency-key'
import { cursorQuery, fetchAllItems, keyOf, responseQuery, withFallback } from './queries'

export const pageSize = 200

/** A connector in a list, with the members that the engine returns there. */
export type ListedConnector = Connector & Partial<ConnectorDetails>

export interface ConnectorPage {
  items: ListedConnector[]
  cursor?: string | undefined
  total?: number | undefined
}

interface ConnectorFilter {
  search: string
  state: ArchivedState
  authType?: AuthType | undefined
  category?: string | undefined
  isReadOnly?: boolean | undefined
}

async function readPage(
  workspaceId: string,
  extensions: boolean,
  { search, state, ...filter }: ConnectorFilter,
  limit: number,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<ConnectorPage> {
  const paging = { limit, cursor, search: search === '' ? undefined : search }
  const options = { workspaceId, signal }
  const list = (): Promise<ConnectorPage> => {
    const query = { ...paging, includeArchived: state === 'active' ? undefined : true }
    return responseOf(connectorOperations.listConnectors, { query }, options)
  }
  if (!extensions) return list()
  const query = { ...paging, ...filter, state }
  return withFallback(
    () => responseOf(connectorOperations.searchConnectors, { query }, options),
    list,
  )
}

/**
 * Returns the query of the connectors that match a filter, page by page. Without the extensions,
 * only search and state are applied.
 */
export function connectorsQuery(
  workspaceId: string,
  extensions: boolean,
  filter: ConnectorFilter,
  limit = pageSize,
) {
  return {
    ...cursorQuery(
      [...keyOf(connectorOperations.listConnectors, workspaceId), extensions, filter, limit],
      (cursor, signal) => readPage(workspaceId, extensions, filter, limit, cursor, signal),
    ),
    placeholderData: keepPreviousData,
  }
}

/** Lists all connectors that match a filter. */
export function fetchAllConnectors(
  workspaceId: string,
  extensions: boolean,
  filter: ConnectorFilter,
): Promise<ListedConnector[]> {
  return fetchAllItems((cursor) => readPage(workspaceId, extensions, filter, maxPageSize, cursor))
}

/** Returns the query of the categories that connectors have. */
export function connectorCategoriesQuery(workspaceId: string) {
  return responseQuery(connectorOperations.listConnectorCategories, workspaceId, {})
}

/** Returns the query of a connector in a version; undefined for the latest. */
export function connectorQuery(workspaceId: string, selector: string, version: string | undefined) {
  return responseQuery(connectorOperations.getConnector, workspaceId, {
    params: { idOrKey: selector },
    query: { version },
  })
}

/** Returns the query of a connector's specification in a version; undefined for the latest. */
export function specificationQuery(
  workspaceId: string,
  selector: string,
  version: string | undefined,
) {
  return responseQuery(connectorOperations.getConnectorSpecification, workspaceId, {
    params: { idOrKey: selector },
    query: { version },
  })
}

/** Returns the query of the first connectors for an app. */
export function connectorsOfAppQuery(workspaceId: string, externalAppId: string, limit = 50) {
  return responseQuery(connectorOperations.listConnectors, workspaceId, {
    query: { externalAppId, limit },
  })
}

/** Returns the query of the connectors, archived or not, that have a text in name or key. */
export function similarConnectorsQuery(workspaceId: string, text: string) {
  return responseQuery(connectorOperations.listConnectors, workspaceId, {
    query: { search: text, includeArchived: true, limit: 20 },
  })
}

/** Creates a connector. */
export function useCreateConnector(workspaceId: string) {
  const withKey = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: ConnectorCreate) =>
      withKey(body, (idempotencyKey) =>
        responseOf(connectorOperations.createConnector, { body }, { workspaceId, idempotencyKey }),
      ),
  })
}

/** A specification with the ETag of the version that was read. */
export type SpecificationResponse = ApiResponse<ConnectorSpecification>

interface ConnectorChange {
  body: ConnectorUpdate
  ifMatch: string | undefined
  reason?: string | undefined
}

/**
 * Replaces the working copy of a connector. The ETag protects a newer one from being overwritten.
 */
export function useUpdateConnector(workspaceId: string, selector: string) {
  return useMutation({
    mutationFn: ({ body, ifMatch, reason }: ConnectorChange) =>
      call(
        connectorOperations.updateConnector,
        { params: { idOrKey: selector }, body },
        { workspaceId, ifMatch, reason },
      ),
  })
}

/** Returns the query of the published versions of a connector. */
export function versionsQuery(workspaceId: string, selector: string) {
  return responseQuery(connectorOperations.listConnectorVersions, workspaceId, {
    params: { idOrKey: selector },
  })
}

interface VersionToPublish {
  version?: string
  changelog?: string
  reason: string | undefined
}

/** Publishes the working copy of a connector as a version. */
export function usePublishVersion(workspaceId: string, selector: string) {
  const withKey = useIdempotencyKey()
  return useMutation({
    mutationFn: ({ reason, ...body }: VersionToPublish) =>
      withKey(body, (idempotencyKey) =>
        responseOf(
          connectorOperations.publishConnectorVersion,
          { params: { idOrKey: selector }, body },
          { workspaceId, idempotencyKey, reason },
        ),
      ),
  })
}
