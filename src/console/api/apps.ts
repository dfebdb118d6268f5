import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import {
  appOperations,
  type App,
  type AppCreate,
  type AppDetails,
  type AppUpdate,
} from '../../contract/apps'
import { maxPageSize } from '../../contract/pagination'
import { call, type CallRequest, type ApiResponse } from './client'
import { toApiError } from './api-error'
import { responseQuery, fetchAllItems, keyOf } from './queries'

export interface AppFilter {
  scope: 'workspace' | 'public'
  search?: string | undefined
  category?: string | undefined
  state: 'active' | 'archived' | 'both'
}

export type ListedApp = App & Partial<AppDetails>

/** An app as it was read, with the tag of that state. */
export type AppResponse = ApiResponse<AppDetails>

export interface AppPage {
  items: ListedApp[]
  cursor?: string | undefined
  total?: number | undefined
}

export const pageSize = 200
const firstPage: { cursor?: string } = {}

async function readPage(
  workspaceId: string,
  extensions: boolean,
  filter: AppFilter,
  limit: number,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<AppPage> {
  const { scope, search, category, state } = filter
  const paging = { limit, cursor, search: search === '' ? undefined : search, category }
  const options = { workspaceId, signal }
  if (extensions)
    return (await call(appOperations.searchApps, { query: { ...paging, scope, state } }, options))
      .response
  // The ten operations tell no state: they show active apps, or both.
  const query = { ...paging, includeArchived: state === 'active' ? undefined : true }
  if (scope === 'public')
    return (await call(appOperations.listPublicApps, { query }, options)).response
  const { items, cursor: next } = (await call(appOperations.listApps, { query }, options)).response
  const own = items.filter(({ isPublic }) => !isPublic)
  // The workspace's own apps come first: after a public one there are no more of them.
  return { items: own, cursor: own.length < items.length ? undefined : next }
}

/** Apps by a filter, page by page. */
export function appsQuery(
  workspaceId: string,
  extensions: boolean,
  filter: AppFilter,
  limit = pageSize,
) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(appOperations.listApps, workspaceId), extensions, filter, limit],
    initialPageParam: firstPage.cursor,
    queryFn: ({ signal, pageParam }) =>
      readPage(workspaceId, extensions, filter, limit, pageParam, signal),
    getNextPageParam: (page) => page.cursor,
    placeholderData: (before) => before,
  })
}

/** All apps that pass a filter. */
export function fetchAllApps(
  workspaceId: string,
  extensions: boolean,
  filter: AppFilter,
): Promise<ListedApp[]> {
  return fetchAllItems((cursor) => readPage(workspaceId, extensions, filter, maxPageSize, cursor))
}

/**
 * All apps that the workspace has of its own, archived ones too, as an engine without the
 * extensions lists them.
 */
export function ownAppsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [...keyOf(appOperations.listApps, workspaceId), 'own'],
    queryFn: () => fetchAllApps(workspaceId, false, { scope: 'workspace', state: 'both' }),
  })
}

export function appCategoriesQuery(workspaceId: string, scope: AppFilter['scope']) {
  return responseQuery(appOperations.listAppCategories, workspaceId, { query: { scope } })
}

/** An app with all that is known of it, archived or not. */
export function appQuery(workspaceId: string, id: string) {
  return responseQuery(appOperations.getApp, workspaceId, { params: { idOrKeyOrUuid: id } })
}

/** Apps that have the text in name or key: the workspace’s own in any state, or those of the catalog. */
export function similarAppsQuery(workspaceId: string, scope: AppFilter['scope'], text: string) {
  return responseQuery(appOperations.searchApps, workspaceId, {
    query: { search: text, scope, state: scope === 'workspace' ? 'both' : 'active', limit: 20 },
  })
}

export function recentArchivesQuery(workspaceId: string, asWorkspace: boolean) {
  return queryOptions({
    queryKey: [...keyOf(appOperations.listAppArchives, workspaceId), asWorkspace],
    queryFn: async ({ signal }) =>
      (await call(appOperations.listAppArchives, {}, { workspaceId, asWorkspace, signal })).response
        .items,
  })
}

type ArchiveRequest = NonNullable<CallRequest<typeof appOperations.archiveApps>['body']>

/** Has lists of apps read anew. */
export function useAppsChanged(workspaceId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [
        appOperations.listApps,
        appOperations.searchApps,
        appOperations.listAppCategories,
        appOperations.getApp,
        appOperations.listAppArchives,
      ].map((operation) => client.invalidateQueries({ queryKey: keyOf(operation, workspaceId) })),
    )
}

/** Creates an app of the workspace’s own, an operator as the workspace. The key makes sure that a repeat after a lost response creates nothing twice. */
export function useCreateApp(workspaceId: string) {
  const changed = useAppsChanged(workspaceId)
  return useMutation({
    mutationFn: async ({ body, idempotencyKey }: { body: AppCreate; idempotencyKey: string }) =>
      (
        await call(
          appOperations.createApp,
          { body },
          { workspaceId, asWorkspace: true, idempotencyKey },
        )
      ).response,
    onSuccess: changed,
  })
}

/** Changes an app of the workspace’s own, an operator as the workspace. The tag keeps it from a newer state. */
export function useUpdateApp(workspaceId: string) {
  const changed = useAppsChanged(workspaceId)
  return useMutation({
    mutationFn: ({
      id,
      body,
      ifMatch,
    }: {
      id: string
      body: AppUpdate
      ifMatch: string | undefined
    }) =>
      call(
        appOperations.updateApp,
        { params: { idOrKeyOrUuid: id }, body },
        { workspaceId, asWorkspace: true, ifMatch },
      ),
    onSuccess: changed,
  })
}

/**
 * Archives many apps in one request, or tells what that would do. A repeat after a lost response carries the same
 * key, so that it is answered as the first was.
 */
export function useArchiveApps(workspaceId: string, asWorkspace: boolean) {
  const changed = useAppsChanged(workspaceId)
  const idempotencyKey = useRef(crypto.randomUUID())
  return useMutation({
    mutationFn: async (body: ArchiveRequest) =>
      (
        await call(
          appOperations.archiveApps,
          { body },
          { workspaceId, asWorkspace, idempotencyKey: idempotencyKey.current },
        )
      ).response,
    onSuccess: async (_result, body) => {
      if (body.validateOnly !== true) await changed()
    },
    onSettled: (_result, error) => {
      if (error === null || !toApiError(error).isOffline)
        idempotencyKey.current = crypto.randomUUID()
    },
  })
}

/** Archives one app by the documented operation: what an engine without the extensions has. Lists are not read anew. */
export function archiveApp(workspaceId: string, selector: string) {
  return call(appOperations.archiveApp, { params: { idOrKeyOrUuid: selector } }, { workspaceId })
}

export function useRestoreArchive(workspaceId: string, asWorkspace: boolean) {
  const changed = useAppsChanged(workspaceId)
  return useMutation({
    mutationFn: async (batchId: string) =>
      (
        await call(
          appOperations.restoreAppArchive,
          { params: { batchId } },
          { workspaceId, asWorkspace },
        )
      ).response,
    onSuccess: changed,
  })
}

export function useRestoreApp(workspaceId: string) {
  const changed = useAppsChanged(workspaceId)
  return useMutation({
    mutationFn: async (id: string) =>
      (await call(appOperations.restoreApp, { params: { idOrKeyOrUuid: id } }, { workspaceId }))
        .response,
    onSuccess: changed,
  })
}
