import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIsTenant } from '@/console/session/use-session'
import {
  alertOperations,
  type Alert,
  type AlertSeverity,
  type AlertSort,
  type AlertStatus,
  type AlertType,
} from '@/contract/alerts'
import { maxPageSize } from '@/contract/pagination'
import { responseOf } from './client'
import { fetchAllItems, polledList, responseQuery } from './queries'
import { pollUnlessWatching } from './watching'
import { useHasExtensions } from './workspaces'

const pageSize = 50
/** How often a visible list is polled. */
const pollMilliseconds = 4000

export interface AlertFilter {
  status?: AlertStatus | undefined
  severity?: AlertSeverity | undefined
  type?: AlertType | undefined
}

/** Returns the list of alerts, newest first if it isn't sorted, as `useListPage` takes it. */
export function alertsList(
  workspaceId: string,
  filter: AlertFilter & { sort?: AlertSort | undefined },
) {
  return polledList(
    alertOperations.listAlerts,
    workspaceId,
    (cursor) => ({ query: { limit: pageSize, cursor, ...filter } }),
    pollMilliseconds,
  )
}

/** Reads all alerts that match a filter. */
export function fetchAllAlerts(workspaceId: string, filter: AlertFilter): Promise<Alert[]> {
  return fetchAllItems((cursor) =>
    responseOf(
      alertOperations.listAlerts,
      { query: { limit: maxPageSize, cursor, ...filter } },
      { workspaceId },
    ),
  )
}

/** Returns the query of the newest alerts that match a filter, polled while they are shown. */
function newestAlertsQuery(workspaceId: string, filter: AlertFilter, limit: number) {
  return queryOptions({
    ...responseQuery(alertOperations.listAlerts, workspaceId, { query: { ...filter, limit } }),
    refetchInterval: pollUnlessWatching(pollMilliseconds),
    retry: false,
  })
}

/** The most active alerts that are counted. */
const maxActiveAlerts = 100

/** Returns the query of the active alerts. */
export function activeAlertsQuery(workspaceId: string) {
  return newestAlertsQuery(workspaceId, { status: 'ongoing' }, maxActiveAlerts)
}

const noAlerts: readonly Alert[] = []

/** Returns the active alerts; none where the engine doesn’t list them, and until they are read. */
export function useActiveAlerts(workspaceId: string): {
  alerts: readonly Alert[]
  isUnreadable: boolean
} {
  const hasExtensions = useHasExtensions()
  const isTenant = useIsTenant()
  const query = useQuery({
    ...activeAlertsQuery(workspaceId),
    enabled: hasExtensions && !isTenant,
  })
  return { alerts: query.data?.response.items ?? noAlerts, isUnreadable: query.isLoadingError }
}

/** How many of the newest alerts the overview and the matrix look at. */
const recentAlerts = 200

/** Returns the query of the newest alerts, active or not. */
export function recentAlertsQuery(workspaceId: string) {
  return newestAlertsQuery(workspaceId, {}, recentAlerts)
}

/** Returns the newest alerts of a type, active or not; none if the engine doesn't list alerts. */
export function useAlertsOfType(
  workspaceId: string,
  type: AlertType | undefined,
): readonly Alert[] {
  const hasExtensions = useHasExtensions()
  const { data } = useQuery({
    ...newestAlertsQuery(workspaceId, { type }, recentAlerts),
    enabled: hasExtensions && type !== undefined,
  })
  return data?.response.items ?? noAlerts
}

/** Returns the last alert of each type, active or not; none if the engine doesn't list alerts. */
export function useLastAlerts(workspaceId: string): ReadonlyMap<string, Alert> {
  const { data } = useQuery({ ...recentAlertsQuery(workspaceId), enabled: useHasExtensions() })
  // Newest first: reversed, the newest of each type is set last and stays.
  return useMemo(
    () => new Map(data?.response.items.toReversed().map((alert) => [alert.type, alert])),
    [data],
  )
}

/** Returns the query of the channels, and of why one can't deliver. */
export function channelsQuery(workspaceId: string) {
  return responseQuery(alertOperations.listAlertChannels, workspaceId, { query: {} })
}

interface ChannelProblems {
  /** Why a channel can't deliver, by channel; empty if the engine doesn't say. */
  problems: ReadonlyMap<string, string | undefined>
  /** Whether that can't be read. */
  isUnknown: boolean
}

/** Returns why channels can't deliver. */
export function useChannelProblems(workspaceId: string): ChannelProblems {
  const query = useQuery({ ...channelsQuery(workspaceId), enabled: useHasExtensions() })
  const channels = query.data?.response.items ?? []
  return {
    problems: new Map(channels.map(({ channel, reason }) => [channel, reason])),
    isUnknown: query.isLoadingError,
  }
}

/** Returns the query of the alert types that are muted, and until when. */
export function mutesQuery(workspaceId: string) {
  return responseQuery(alertOperations.listAlertMutes, workspaceId, { query: {} })
}

/** Returns until when alert types are muted, by type; none if the engine doesn't list mutes. */
export function useMutes(workspaceId: string): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...mutesQuery(workspaceId), enabled: useHasExtensions() })
  return useMemo(
    () => new Map(data?.response.items.map(({ type, mutedUntil }) => [type, mutedUntil])),
    [data],
  )
}

/** Mutes an alert type until a time, or ends its mute. */
export function useMuteAlerts(workspaceId: string) {
  return useMutation({
    mutationFn: ({ type, mutedUntil }: { type: AlertType; mutedUntil: string | null }) =>
      responseOf(
        alertOperations.setAlertMute,
        { params: { type }, body: { mutedUntil } },
        { workspaceId },
      ),
  })
}

/** Raises a test alert. Its response is the result on each channel. */
export function useTestAlert(workspaceId: string) {
  return useMutation({
    mutationFn: () => responseOf(alertOperations.testAlert, { body: {} }, { workspaceId }),
  })
}
