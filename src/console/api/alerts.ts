import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  alertOperations,
  isAlertType,
  type Alert,
  type AlertSeverity,
  type AlertStatus,
  type AlertType,
} from '../../contract/alerts'
import { maxPageSize } from '../../contract/pagination'
import { call } from './client'
import { fetchAllItems, polledList, responseQuery } from './queries'
import { pollUnlessWatching } from './watching'
import { extensionsQuery } from './workspaces'

export const pageSize = 50
/** How often a visible list is polled. */
const pollMilliseconds = 4000

export interface AlertFilter {
  status?: AlertStatus | undefined
  severity?: AlertSeverity | undefined
  type?: AlertType | undefined
}

/** Returns the list of alerts, newest first, as `useListPage` takes it. */
export function alertsList(workspaceId: string, filter: AlertFilter, limit = pageSize) {
  return polledList(
    alertOperations.listAlerts,
    workspaceId,
    (cursor) => ({ query: { limit, cursor, ...filter } }),
    pollMilliseconds,
  )
}

/** Reads all alerts that match a filter. */
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

export function activeAlertsQuery(workspaceId: string) {
  return queryOptions({
    ...responseQuery(alertOperations.listAlerts, workspaceId, {
      query: { status: 'ongoing', limit: 100 },
    }),
    refetchInterval: pollUnlessWatching(pollMilliseconds),
    retry: false,
  })
}

/** Returns the active alerts; none where the engine doesn’t list them. */
export function useActiveAlerts(workspaceId: string) {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  return (
    useQuery({ ...activeAlertsQuery(workspaceId), enabled: hasExtensions === true }).data?.response
      .items ?? []
  )
}

const noAlerts: readonly Alert[] = []

/** Returns the newest alerts of a type, active or not; none if the engine doesn't list alerts. */
export function useAlertsOfType(workspaceId: string, type: string | undefined): readonly Alert[] {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  const known = type !== undefined && isAlertType(type) ? type : undefined
  return (
    useQuery({
      ...responseQuery(alertOperations.listAlerts, workspaceId, {
        query: { limit: recentAlerts, type: known },
      }),
      refetchInterval: pollUnlessWatching(pollMilliseconds),
      retry: false,
      enabled: hasExtensions === true && known !== undefined,
    }).data?.response.items ?? noAlerts
  )
}

/** How many of the newest alerts the overview and the matrix look at. */
const recentAlerts = 200

/** Reads the newest alerts, active or not. */
export function recentAlertsQuery(workspaceId: string) {
  return queryOptions({
    ...responseQuery(alertOperations.listAlerts, workspaceId, { query: { limit: recentAlerts } }),
    refetchInterval: pollUnlessWatching(pollMilliseconds),
    retry: false,
  })
}

/** Returns the last alert of each type, active or not; none if the engine doesn't list alerts. */
export function useLastAlerts(workspaceId: string): ReadonlyMap<string, Alert> {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  const { data } = useQuery({
    ...recentAlertsQuery(workspaceId),
    enabled: hasExtensions === true,
  })
  // Newest first: reversed, the newest of each type is set last and stays.
  return useMemo(
    () => new Map(data?.response.items.toReversed().map((alert) => [alert.type, alert])),
    [data],
  )
}

/** Reads whether each channel can deliver. */
export function channelsQuery(workspaceId: string) {
  return responseQuery(alertOperations.listAlertChannels, workspaceId, { query: {} })
}

export function mutesQuery(workspaceId: string) {
  return responseQuery(alertOperations.listAlertMutes, workspaceId, { query: {} })
}

export function useMuteAlerts(workspaceId: string) {
  return useMutation({
    mutationFn: async ({ type, mutedUntil }: { type: AlertType; mutedUntil: string | null }) =>
      (
        await call(
          alertOperations.setAlertMute,
          { params: { type }, body: { mutedUntil } },
          { workspaceId },
        )
      ).response,
  })
}

/** Raises a test alert. Its response is the result on each channel. */
export function useTestAlert(workspaceId: string) {
  return useMutation({
    mutationFn: async () =>
      (await call(alertOperations.testAlert, { body: {} }, { workspaceId })).response,
  })
}
