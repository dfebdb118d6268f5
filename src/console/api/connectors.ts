import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { AuthType } from '../../contract/auth-types'
import {
  connectorOperations,
  type Connector,
  type ConnectorCreate,
  type ConnectorDetails,
} from '../../contract/connectors'
import { maxPageSize, type ArchivedState } from '../../contract/pagination'
import { call } from './client'
import { responseQuery, fetchAllItems, keyOf } from './queries'

export const pageSize = 200

/** A connector in a list, with the members that the engine returns there. */
export type ListedConnector = Connector & Partial<ConnectorDetails>

export interface ConnectorPage {
  items: ListedConnector[]
  cursor?: string | undefined
  total?: number | undefined
}

export interface ConnectorFilter {
  search: string
  state: ArchivedState
  authType?: AuthType | undefined
  category?: string | undefined
  isReadOnly?: boolean | undefined
}

const firstPage: { cursor?: string } = {}

async function readPage(
  workspaceId: string,
  extensions: boolean,
  { search, state, ...filter }: ConnectorFilter,
  limit: number,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<ConnectorPage> {
  const paging = { limit, cursor, search: search === '' ? undefined : search }
  return extensions
    ? (
        await call(
          connectorOperations.searchConnectors,
          { query: { ...paging, ...filter, state } },
          { workspaceId, signal },
        )
      ).response
    : (
        await call(
          connectorOperations.listConnectors,
          { query: { ...paging, includeArchived: state === 'active' ? undefined : true } },
          { workspaceId, signal },
        )
      ).response
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
  return infiniteQueryOptions({
    queryKey: [
      ...keyOf(connectorOperations.listConnectors, workspaceId),
      extensions,
      filter,
      limit,
    ],
    initialPageParam: firstPage.cursor,
    queryFn: ({ signal, pageParam }) =>
      readPage(workspaceId, extensions, filter, limit, pageParam, signal),
    getNextPageParam: (page) => page.cursor,
    placeholderData: (before) => before,
  })
}

/** Lists all connectors that match a filter. */
export function fetchAllConnectors(
  workspaceId: string,
  extensions: boolean,
  filter: ConnectorFilter,
): Promise<ListedConnector[]> {
  return fetchAllItems((cursor) => readPage(workspaceId, extensions, filter, maxPageSize, cursor))
}

export function connectorCategoriesQuery(workspaceId: string) {
  return responseQuery(connectorOperations.listConnectorCategories, workspaceId, {})
}

export function connectorQuery(workspaceId: string, selector: string, version: string | undefined) {
  return responseQuery(connectorOperations.getConnector, workspaceId, {
    params: { idOrKey: selector },
    query: { version },
  })
}

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

const maxConnectorsOfApp = 50

/** Returns the query of the first connectors for an app. */
export function connectorsOfAppQuery(workspaceId: string, externalAppId: string) {
  return responseQuery(connectorOperations.listConnectors, workspaceId, {
    query: { externalAppId, limit: maxConnectorsOfApp },
  })
}

/**
 * Creates a connector. The idempotency key keeps a retry after a lost response from creating it
 * twice.
 */
export function useCreateConnector(workspaceId: string) {
  return useMutation({
    mutationFn: async ({
      body,
      idempotencyKey,
    }: {
      body: ConnectorCreate
      idempotencyKey: string
    }) =>
      (await call(connectorOperations.createConnector, { body }, { workspaceId, idempotencyKey }))
        .response,
  })
}

export function versionsQuery(workspaceId: string, selector: string) {
  return responseQuery(connectorOperations.listConnectorVersions, workspaceId, {
    params: { idOrKey: selector },
  })
}

export function usePublishVersion(workspaceId: string, selector: string) {
  return useMutation({
    mutationFn: async (body: { version?: string; changelog?: string }) =>
      (
        await call(
          connectorOperations.publishConnectorVersion,
          { params: { idOrKey: selector }, body },
          { workspaceId, idempotencyKey: crypto.randomUUID() },
        )
      ).response,
  })
}
