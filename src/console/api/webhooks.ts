import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  deliveryOperations,
  type Delivery,
  type DeliverySort,
  type DeliveryStatus,
} from '@/contract/deliveries'
import { maxPageSize } from '@/contract/pagination'
import { responseOf } from './client'
import { useIdempotencyKey } from './idempotency-key'
import { fetchAllItems, polledList, responseQuery } from './queries'

const pageSize = 50
/** How often a visible list is polled. */
const pollMilliseconds = 3000

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  eventType?: string | undefined
  alertId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Returns the list of deliveries, newest first if it isn't sorted, as `useListPage` takes it. */
export function deliveriesList(
  workspaceId: string,
  filter: DeliveryFilter & { sort?: DeliverySort | undefined },
) {
  return polledList(
    deliveryOperations.listWebhookDeliveries,
    workspaceId,
    (cursor) => ({ query: { limit: pageSize, cursor, ...filter } }),
    pollMilliseconds,
  )
}

/** Reads all deliveries that match a filter. */
export function fetchAllDeliveries(
  workspaceId: string,
  filter: DeliveryFilter,
): Promise<Delivery[]> {
  return fetchAllItems((cursor) =>
    responseOf(
      deliveryOperations.listWebhookDeliveries,
      { query: { limit: maxPageSize, cursor, ...filter } },
      { workspaceId },
    ),
  )
}

/** Returns the query of a delivery, polled while it is pending. */
export function deliveryQuery(workspaceId: string, id: string) {
  return queryOptions({
    ...responseQuery(deliveryOperations.getWebhookDelivery, workspaceId, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.response.status === 'pending' ? 1000 : false),
  })
}

/** Returns the query of the state of a workspace's webhook. */
export function webhookQuery(workspaceId: string) {
  return responseQuery(deliveryOperations.getWebhook, workspaceId, { params: { id: workspaceId } })
}

/** Sends a delivery again. */
export function useResend(workspaceId: string) {
  return useMutation({
    mutationFn: (id: string) =>
      responseOf(deliveryOperations.resendWebhookDelivery, { params: { id } }, { workspaceId }),
  })
}

/** Retries the failed deliveries since a time, or counts them. */
export function useRecover(workspaceId: string) {
  return useMutation({
    mutationFn: (body: { since: string; validateOnly: boolean }) =>
      responseOf(
        deliveryOperations.recoverWebhookDeliveries,
        { params: { id: workspaceId }, body },
        { workspaceId },
      ),
  })
}

/** Sends a ping, also to an address that is not saved yet. */
export function usePing(workspaceId: string) {
  return useMutation({
    mutationFn: (uri: string) =>
      responseOf(
        deliveryOperations.pingWebhook,
        { params: { id: workspaceId }, body: { uri } },
        { workspaceId },
      ),
  })
}

/** Replaces the secret that signs deliveries. */
export function useRotateWebhookSecret(workspaceId: string) {
  const withKey = useIdempotencyKey()
  return useMutation({
    mutationFn: (reason: string | undefined) =>
      withKey(workspaceId, (idempotencyKey) =>
        responseOf(
          deliveryOperations.rotateWebhookSecret,
          { params: { id: workspaceId } },
          { workspaceId, idempotencyKey, reason },
        ),
      ),
  })
}
