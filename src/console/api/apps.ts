import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  appOperations,
  type App,
  type AppCreate,
  type AppDetails,
  type AppSort,
  type AppUpdate,
} from '@/contract/apps'
import { maxPageSize } from '@/contract/pagination'
import { call, responseOf, type ApiResponse, type CallRequest } from './client'
import { useIdempotencyKey } from './idempotency-key'
import { invalidate } from './invalidate'
import { cursorQuery, fetchAllItems, keyOf, responseQuery, withFallback } from './queries'
import type { CallOptions } from './send'
import { staleKeysAfterChange } from './stale-keys'

export interface AppFilter {
  scope: 'workspace' | 'public'
  search?: string | undefined
  category?: string | undefined
  state: 'active' | 'archived' | 'both'
}

/** A filter with the order of the list; the best matches first without one. */
export type AppListFilter = AppFilter & { sort?: AppSort | undefined }

export type ListedApp = App & Partial<AppDetails>

/** An app with the ETag of the version that was read. */
export type AppResponse = ApiResponse<AppDetails>

interface AppPage {
  items: ListedApp[]
  cursor?: string | undefined
  total?: number | undefined
}

export const pageSize = 200

/** Reads a page by the documented operations, which list active apps or both. */
async function readDocumentedPage(
  { scope, state }: AppFilter,
  paging: { limit: number },
  options: CallOptions,
): Promise<AppPage> {
  const query = { ...paging, includeArchived: state === 'active' ? undefined : true }
  if (scope === 'public') return responseOf(appOperations.listPublicApps, { query }, options)
  const { items, cursor: next } = await responseOf(appOperations.listApps, { query }, options)
  const own = items.filter(({ isPublic }) => !isPublic)
  // The workspace's own apps come first: no more follow after a public one.
  return { items: own, cursor: own.length < items.length ? undefined : next }
}

async function readPage(
  workspaceId: string,
  extensions: boolean,
  filter: AppListFilter,
  limit: number,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<AppPage> {
  const { scope, search, category, state, sort } = filter
  const paging = { limit, cursor, search: search === '' ? undefined : search, category }
  const options = { workspaceId, signal }
  const list = () => readDocumentedPage(filter, paging, options)
  if (!extensions) return list()
  const query = { ...paging, scope, state, sort }
  return withFallback(
    (): Promise<AppPage> => responseOf(appOperations.searchApps, { query }, options),
    list,
  )
}

/**
 * Returns the query of the apps that match a filter, page by page. Only engines with the extensions
 * sort them.
 */
export function appsQuery(
  workspaceId: string,
  extensions: boolean,
  filter: AppListFilter,
  limit = pageSize,
) {
  return {
    ...cursorQuery(
      [...keyOf(appOperations.listApps, workspaceId), extensions, filter, limit],
      (cursor, signal) => readPage(workspaceId, extensions, filter, limit, cursor, signal),
    ),
    placeholderData: keepPreviousData,
  }
}

/** Returns the query of how many apps match a filter: the total of a page with one app. */
export function appCountQuery(workspaceId: string, filter: AppFilter) {
  return {
    ...responseQuery(appOperations.searchApps, workspaceId, { query: { ...filter, limit: 1 } }),
    placeholderData: keepPreviousData,
  }
}

/** Lists all apps that match a filter. */
export function fetchAllApps(
  workspaceId: string,
  extensions: boolean,
  filter: AppFilter,
): Promise<ListedApp[]> {
  return fetchAllItems((cursor) => readPage(workspaceId, extensions, filter, maxPageSize, cursor))
}

/** Returns the query of all apps of a scope, archived ones included. */
export function allAppsQuery(workspaceId: string, extensions: boolean, scope: AppFilter['scope']) {
  return queryOptions({
    queryKey: [...keyOf(appOperations.listApps, workspaceId), 'all', extensions, scope],
    queryFn: () => fetchAllApps(workspaceId, extensions, { scope, state: 'both' }),
    retry: false,
  })
}

/** Returns the query of the categories that apps of a scope have. */
export function appCategoriesQuery(workspaceId: string, scope: AppFilter['scope']) {
  return responseQuery(appOperations.listAppCategories, workspaceId, { query: { scope } })
}

/** Returns the query of an app's details, archived or not. */
export function appQuery(workspaceId: string, id: string) {
  return responseQuery(appOperations.getApp, workspaceId, { params: { idOrKeyOrUuid: id } })
}

/** Returns the query of the apps of a scope and a state that have a text in name or key. */
export function similarAppsQuery(
  workspaceId: string,
  scope: AppFilter['scope'],
  text: string,
  state: AppFilter['state'],
) {
  return responseQuery(appOperations.searchApps, workspaceId, {
    query: { search: text, scope, state, limit: 20 },
  })
}

/** Returns the query of the latest bulk archives. */
export function recentArchivesQuery(workspaceId: string, asWorkspace: boolean) {
  return queryOptions({
    queryKey: [...keyOf(appOperations.listAppArchives, workspaceId), asWorkspace],
    queryFn: async ({ signal }) => {
      const options = { workspaceId, asWorkspace, signal }
      const { items } = await responseOf(appOperations.listAppArchives, {}, options)
      return items
    },
  })
}

type ArchiveRequest = NonNullable<CallRequest<typeof appOperations.archiveApps>['body']>

/** The apps to archive: a list, or all that match a filter. */
export type ArchiveTarget = Pick<ArchiveRequest, 'selectors' | 'filter'>

/** Returns a function that invalidates whatever shows apps, and waits until it is read again. */
export function useInvalidateApps() {
  const client = useQueryClient()
  return () =>
    Promise.all(staleKeysAfterChange('apps').map((queryKey) => invalidate(client, { queryKey })))
}

/** Creates an app; an operator acts as the workspace. */
export function useCreateApp(workspaceId: string) {
  const invalidateApps = useInvalidateApps()
  const withKey = useIdempotencyKey()
  return useMutation({
    mutationFn: ({ body, reason }: { body: AppCreate; reason: string | undefined }) =>
      withKey(body, (idempotencyKey) =>
        responseOf(appOperations.createApp, { body }, { workspaceId, idempotencyKey, reason }),
      ),
    onSuccess: invalidateApps,
  })
}

/**
 * Changes an app; an operator acts as the workspace. The ETag protects a newer version from being
 * overwritten.
 */
export function useUpdateApp(workspaceId: string) {
  const invalidateApps = useInvalidateApps()
  return useMutation({
    mutationFn: ({
      id,
      body,
      ifMatch,
      reason,
    }: {
      id: string
      body: AppUpdate
      ifMatch: string | undefined
      reason: string | undefined
    }) =>
      call(
        appOperations.updateApp,
        { params: { idOrKeyOrUuid: id }, body },
        { workspaceId, ifMatch, reason },
      ),
    onSuccess: invalidateApps,
  })
}

/** Returns the query of what archiving apps would do. It is read again only by a refetch. */
export function archivePreviewQuery(
  workspaceId: string,
  asWorkspace: boolean,
  target: ArchiveTarget,
) {
  const body: ArchiveRequest = { ...target, validateOnly: true }
  return queryOptions({
    queryKey: [...keyOf(appOperations.archiveApps, workspaceId, { body }), asWorkspace],
    queryFn: ({ signal }) =>
      responseOf(appOperations.archiveApps, { body }, { workspaceId, asWorkspace, signal }),
    // Also if changes were missed: the user confirms what was shown.
    staleTime: 'static',
    gcTime: 0,
  })
}

/** Archives many apps in one request. */
export function useArchiveApps(workspaceId: string, asWorkspace: boolean) {
  const invalidateApps = useInvalidateApps()
  const withKey = useIdempotencyKey()
  return useMutation({
    mutationFn: ({ reason, ...body }: ArchiveRequest & { reason?: string | undefined }) =>
      withKey(body, (idempotencyKey) =>
        responseOf(
          appOperations.archiveApps,
          { body },
          { workspaceId, asWorkspace, idempotencyKey, reason },
        ),
      ),
    onSuccess: invalidateApps,
  })
}

/**
 * Archives one app by the documented operation, for engines without the extensions. Invalidates no
 * lists. After a 429 the caller waits, so that it can say so and be paused.
 */
export function archiveApp(workspaceId: string, selector: string) {
  return call(
    appOperations.archiveApp,
    { params: { idOrKeyOrUuid: selector } },
    { workspaceId, repeats429: false },
  )
}

/** Restores the apps of a bulk archive. */
export function useRestoreArchive(workspaceId: string, asWorkspace: boolean) {
  const invalidateApps = useInvalidateApps()
  const withKey = useIdempotencyKey()
  return useMutation({
    mutationFn: (batchId: string) =>
      withKey(batchId, (idempotencyKey) =>
        responseOf(
          appOperations.restoreAppArchive,
          { params: { batchId } },
          { workspaceId, asWorkspace, idempotencyKey },
        ),
      ),
    onSuccess: invalidateApps,
  })
}

/** Restores one app. Invalidates no lists. */
export function restoreApp(workspaceId: string, id: string, reason?: string) {
  return call(appOperations.restoreApp, { params: { idOrKeyOrUuid: id } }, { workspaceId, reason })
}

/** Restores one app, and invalidates the lists. */
export function useRestoreApp(workspaceId: string) {
  const invalidateApps = useInvalidateApps()
  return useMutation({
    mutationFn: (id: string) => restoreApp(workspaceId, id),
    onSuccess: invalidateApps,
  })
}
