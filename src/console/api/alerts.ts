import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  alertOperations,
  type Alert,
  type AlertSeverity,
  type AlertStatus,
  type AlertType,
} from '../../contract/alerts'
import { maxPageSize } from '../../contract/pagination'
import { call } from './client'
import { responseQuery, fetchAllItems, keyOf, pagesQuery } from './queries'
import { extensionsQuery } from './workspaces'

export const pageSize = 50
/** How often what is looked at is read again. */
const staleMilliseconds = 4000

export interface AlertFilter {
  status?: AlertStatus | undefined
  severity?: AlertSeverity | undefined
  type?: AlertType | undefined
}

export function alertsQuery(workspaceId: string, filter: AlertFilter, limit = pageSize) {
  return {
    ...pagesQuery(alertOperations.listAlerts, workspaceId, (cursor) => ({
      query: { limit, cursor, ...filter },
    })),
    refetchInterval: staleMilliseconds,
  }
}

/** All alerts that pass a filter. */
export function fetchAllAlerts(workspaceId: string, filter: AlertFilter): Promise<Alert[]> {
  return fetchAllItems(
    async (cursor) =>
      (
        await call(
          alertOperations.listAlerts,
          { query: { limit: maxPageSize, cursor, ...filter } },
          { workspaceId },
        )
      ).response,
  )
}

function activeAlertsQuery(workspaceId: string) {
  return queryOptions({
    ...responseQuery(alertOperations.listAlerts, workspaceId, {
      query: { status: 'ongoing', limit: 100 },
    }),
    refetchInterval: staleMilliseconds,
    retry: false,
  })
}

/** Alerts that are ongoing now; none where the API does not tell. */
export function useActiveAlerts(workspaceId: string) {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  return (
    useQuery({ ...activeAlertsQuery(workspaceId), enabled: hasExtensions === true }).data?.response
      .items ?? []
  )
}

/** Among so many of the newest alerts the last one of each type is looked for. */
const lastAmong = 200

/** The last alert of each type, ongoing or not; none where the API does not tell. */
export function useLastAlerts(workspaceId: string): ReadonlyMap<string, Alert> {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  const { data } = useQuery({
    ...responseQuery(alertOperations.listAlerts, workspaceId, { query: { limit: lastAmong } }),
    refetchInterval: staleMilliseconds,
    retry: false,
    enabled: hasExtensions === true,
  })
  // The newest comes first, and stands when all are taken in from behind.
  return useMemo(
    () => new Map(data?.response.items.toReversed().map((alert) => [alert.type, alert])),
    [data],
  )
}

/** Whether each way that alerts go can deliver. */
export function channelsQuery(workspaceId: string) {
  return responseQuery(alertOperations.listAlertChannels, workspaceId, { query: {} })
}

export function mutesQuery(workspaceId: string) {
  return responseQuery(alertOperations.listAlertMutes, workspaceId, { query: {} })
}

export function useMuteAlerts(workspaceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ type, mutedUntil }: { type: AlertType; mutedUntil: string | null }) =>
      (
        await call(
          alertOperations.setAlertMute,
          { params: { type }, body: { mutedUntil } },
          { workspaceId },
        )
      ).response,
    onSuccess: () =>
      client.invalidateQueries({ queryKey: keyOf(alertOperations.listAlertMutes, workspaceId) }),
  })
}

/** Raises a test alert and tells what became of it on each channel. */
export function useTestAlert(workspaceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      (await call(alertOperations.testAlert, { body: {} }, { workspaceId })).response,
    onSuccess: () =>
      client.invalidateQueries({ queryKey: keyOf(alertOperations.listAlerts, workspaceId) }),
  })
}
