import {
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { setSession } from '@/console/session/current-session'
import type { Session } from '@/console/session/session'
import type { AlertSettingsUpdate } from '@/contract/alerts'
import type { Limits } from '@/contract/limits'
import { maxPageSize } from '@/contract/pagination'
import {
  workspaceOperations,
  workspaceStateSchema,
  type WorkspaceUpdate,
  type WorkspaceWithState,
} from '@/contract/workspaces'
import { toApiError } from './api-error'
import { call, responseOf, type ApiResponse } from './client'
import { fetchAllItems, keyOf, withFallback } from './queries'
import { withRetries } from './retries'

/** The record with its ETag, and its state if the engine returns it. */
export type WorkspaceResponse = ApiResponse<WorkspaceWithState>

/**
 * The query of whether the engine has the operations beyond the specification. Other engines
 * respond with 404 at their address.
 */
export const extensionsQuery = queryOptions({
  queryKey: ['extensions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<boolean> => {
    try {
      await call(workspaceOperations.listOrgWorkspaces, { query: { limit: 1 } }, { signal })
      return true
    } catch (error) {
      const { isForbidden, isUnsupported } = toApiError(error)
      if (isForbidden || isUnsupported) return isForbidden
      throw error
    }
  },
})

/** Returns whether the engine has those operations; false until that is known. */
export function useHasExtensions(): boolean {
  return useQuery(extensionsQuery).data === true
}

/** Reuses the parts of the old data that are equal, unless their members are in another order. */
function shareInOrder(old: unknown, fresh: unknown): unknown {
  const shared: unknown = replaceEqualDeep(old, fresh)
  return JSON.stringify(shared) === JSON.stringify(fresh) ? shared : fresh
}

/**
 * Returns the query of a workspace. If the engine has no operation to read it, an empty update
 * returns the record. Each request is retried by itself: repeating the query would repeat the
 * retries of the first one.
 */
export function workspaceQuery(workspaceId: string) {
  return queryOptions({
    queryKey: keyOf(workspaceOperations.getOrgWorkspace, workspaceId),
    structuralSharing: shareInOrder,
    retry: false,
    queryFn: async ({ signal, client }): Promise<WorkspaceResponse> => {
      const read = () =>
        withRetries(() =>
          call(
            workspaceOperations.getOrgWorkspace,
            { params: { id: workspaceId }, query: { includeArchived: true } },
            { signal },
          ),
        )
      const updateNothing = () =>
        withRetries(() =>
          call(workspaceOperations.updateOrgWorkspace, { params: { id: workspaceId } }, { signal }),
        )
      const known = client.getQueryData(extensionsQuery.queryKey)
      // Support is still unknown, so both requests are sent at once: most engines have it.
      const [extensions, record] = await Promise.allSettled([
        known ?? client.ensureQueryData(extensionsQuery),
        known === false ? undefined : read(),
      ])
      if (extensions.status === 'rejected') throw extensions.reason
      if (!extensions.value) return updateNothing()
      return withFallback(async () => {
        if (record.status === 'rejected') throw record.reason
        return record.value ?? read()
      }, updateNothing)
    },
  })
}

/** The query of the workspaces that the user has access to, archived ones included. */
export const workspacesQuery = queryOptions({
  queryKey: keyOf(workspaceOperations.listOrgWorkspaces),
  queryFn: ({ signal }) =>
    fetchAllItems((cursor) => {
      const query = { limit: maxPageSize, cursor, includeArchived: true }
      return responseOf(workspaceOperations.listOrgWorkspaces, { query }, { signal })
    }),
  retry: false,
})

/** Reads the workspaces if the engine lists them. */
export function useWorkspaces() {
  return useQuery({ ...workspacesQuery, enabled: useHasExtensions() })
}

const timeOf = (record: WorkspaceResponse | undefined) =>
  Date.parse(record?.response.updatedAt ?? '')

/**
 * Returns a function to call after a write: it caches the new record, or reads it again if the
 * write didn't return it.
 */
function useRefreshRecord() {
  const client = useQueryClient()
  return async (workspaceId: string, record?: WorkspaceResponse) => {
    const { queryKey } = workspaceQuery(workspaceId)
    if (record === undefined) return client.invalidateQueries({ queryKey })
    // A read in progress has the state before the write, or what someone else has saved since.
    const isReading = client.isFetching({ queryKey }) > 0
    await client.cancelQueries({ queryKey })
    const known = client.getQueryData(queryKey)
    const isOlder = timeOf(record) < timeOf(known)
    if (!isOlder) client.setQueryData(queryKey, record)
    if (isOlder || isReading) void client.invalidateQueries({ queryKey })
  }
}

/** The headers of a save. */
interface SaveHeaders {
  ifMatch: string | undefined
  reason?: string | undefined
}

interface WorkspaceSave extends SaveHeaders {
  body: WorkspaceUpdate
  /** The session to continue with if the save ends the current one. */
  continueWith?: Session | undefined
}

/** Changes a workspace. The ETag protects a newer version from being overwritten. */
export function useUpdateWorkspace(workspaceId: string) {
  const client = useQueryClient()
  const refresh = useRefreshRecord()
  return useMutation({
    mutationFn: async ({ body, ifMatch, reason, continueWith }: WorkspaceSave) => {
      const { queryKey } = workspaceQuery(workspaceId)
      const record = await call(
        workspaceOperations.updateOrgWorkspace,
        { params: { id: workspaceId }, body },
        { ifMatch, reason },
      )
      if (continueWith !== undefined) setSession(continueWith)
      // The response has no members of the extensions, and the update can't change these.
      const state = workspaceStateSchema.parse(client.getQueryData(queryKey)?.response ?? {})
      return { ...record, response: { ...state, ...record.response } }
    },
    onSuccess: (record) => refresh(workspaceId, record),
  })
}

/** Replaces the operator limits of a workspace. Only operators may. */
export function useSetOperatorLimits(workspaceId: string) {
  const refresh = useRefreshRecord()
  return useMutation({
    mutationFn: ({ operatorLimits, ifMatch, reason }: SaveHeaders & { operatorLimits: Limits }) =>
      call(
        workspaceOperations.setOperatorLimits,
        { params: { id: workspaceId }, body: { operatorLimits } },
        { ifMatch, reason },
      ),
    onSuccess: (record) => refresh(workspaceId, record),
  })
}

/** Replaces the alert settings of a workspace. */
export function useSetAlertSettings(workspaceId: string) {
  const refresh = useRefreshRecord()
  return useMutation({
    mutationFn: ({
      alertSettings,
      ifMatch,
      reason,
    }: SaveHeaders & { alertSettings: AlertSettingsUpdate }) =>
      call(
        workspaceOperations.setAlertSettings,
        { params: { id: workspaceId }, body: alertSettings },
        { ifMatch, reason },
      ),
    onSuccess: (record) => refresh(workspaceId, record),
  })
}

/**
 * Archives a workspace.
 * @param endsSession whether the token belongs to the workspace, which then can't be read
 */
export function useArchiveWorkspace(workspaceId: string, endsSession: boolean) {
  const refresh = useRefreshRecord()
  return useMutation({
    mutationFn: (reason: string | undefined) =>
      call(workspaceOperations.archiveOrgWorkspace, { params: { id: workspaceId } }, { reason }),
    onSuccess: (record) => (endsSession ? undefined : refresh(workspaceId, record)),
  })
}

/**
 * Restores an archived workspace. Its response shows less than the record, so the record is read
 * again.
 */
export function useRestoreWorkspace() {
  const refresh = useRefreshRecord()
  return useMutation({
    mutationFn: (workspaceId: string) =>
      call(workspaceOperations.restoreOrgWorkspace, { params: { id: workspaceId } }),
    onSuccess: (_response, workspaceId) => refresh(workspaceId),
  })
}

/**
 * Rotates the secret of a workspace.
 * @param renew creates the session to continue with from the new secret, if the rotation ends the
 * current one
 */
export function useRotateSecret(
  workspaceId: string,
  renew: (secret: string | undefined) => Promise<Session | undefined>,
) {
  const client = useQueryClient()
  const refresh = useRefreshRecord()
  return useMutation({
    mutationFn: async ({
      overlapHours,
      ifMatch,
      reason,
    }: SaveHeaders & { overlapHours: number }) => {
      const { response, etag } = await call(
        workspaceOperations.rotateOrgWorkspaceSecret,
        { params: { id: workspaceId }, body: { overlapHours } },
        { ifMatch, reason },
      )
      // Another rotation may begin before the record is read again.
      client.setQueryData(
        workspaceQuery(workspaceId).queryKey,
        (known) => known && { ...known, etag },
      )
      // The secret is replaced: the new one has to be shown whatever fails from here on.
      const renewed = await renew(response.secret).catch(() => undefined)
      if (renewed !== undefined) setSession(renewed)
      return response
    },
    onSuccess: () => void refresh(workspaceId),
    // The user sees what others have changed together with the error, and may decide again.
    onError: (error) => (toApiError(error).isStale ? refresh(workspaceId) : undefined),
  })
}
