import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectorCreate } from '../../contract/connectors'
import { call } from './client'
import { answerQuery, keyOf, pagesQuery } from './queries'

const pageSize = 200

export function connectorsQuery(workspaceId: string, search: string, includeArchived: boolean) {
  return pagesQuery('listConnectors', workspaceId, (cursor) => ({ query: { limit: pageSize, cursor, search: search === '' ? undefined : search, includeArchived: includeArchived || undefined } }))
}

export function connectorQuery(workspaceId: string, selector: string, version: string | undefined) {
  return answerQuery('getConnector', workspaceId, { params: { idOrKey: selector }, query: { version } })
}

export function specificationQuery(workspaceId: string, selector: string, version: string | undefined) {
  return answerQuery('getConnectorSpecification', workspaceId, { params: { idOrKey: selector }, query: { version } })
}

/** Creates a connector. The key makes sure that a repeat after a lost answer creates nothing twice. */
export function useCreateConnector(workspaceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, idempotencyKey }: { body: ConnectorCreate; idempotencyKey: string }) => (await call('createConnector', { body }, { workspaceId, idempotencyKey })).answer,
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('listConnectors', workspaceId) }),
  })
}

export function versionsQuery(workspaceId: string, selector: string) {
  return answerQuery('listConnectorVersions', workspaceId, { params: { idOrKey: selector } })
}

export function usePublishVersion(workspaceId: string, selector: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: { version?: string; changelog?: string }) => (await call('publishConnectorVersion', { params: { idOrKey: selector }, body }, { workspaceId, idempotencyKey: crypto.randomUUID() })).answer,
    onSuccess: () => Promise.all((['listConnectorVersions', 'getConnector', 'getConnectorSpecification'] as const).map((id) => client.invalidateQueries({ queryKey: keyOf(id, workspaceId) }))),
  })
}
