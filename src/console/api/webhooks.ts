import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { deliveryOperations, type Delivery, type DeliveryStatus } from '../../contract/deliveries'
import { maxPageSize } from '../../contract/pagination'
import { call } from './client'
import { responseQuery, fetchAllItems, keyOf, pagesQuery } from './queries'

export const pageSize = 50
/** How often what may change by itself is read again. */
const staleMilliseconds = 3000

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  eventType?: string | undefined
  alertId?: string | undefined
  from?: string | undefined
}

export function deliveriesQuery(workspaceId: string, filter: DeliveryFilter, limit = pageSize) {
  return {
    ...pagesQuery(deliveryOperations.listWebhookDeliveries, workspaceId, (cursor) => ({
      query: { limit, cursor, ...filter },
    })),
    refetchInterval: staleMilliseconds,
  }
}

/** All deliveries that pass a filter. */
export function fetchAllDeliveries(
  workspaceId: string,
  filter: DeliveryFilter,
): Promise<Delivery[]> {
  return fetchAllItems(
    async (cursor) =>
      (
        await call(
          deliveryOperations.listWebhookDeliveries,
          { query: { limit: maxPageSize, cursor, ...filter } },
          { workspaceId },
        )
      ).response,
  )
}

/** One delivery, read again until it has ended. */
export function deliveryQuery(workspaceId: string, id: string) {
  return queryOptions({
    ...responseQuery(deliveryOperations.getWebhookDelivery, workspaceId, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.response.status === 'pending' ? 1000 : false),
  })
}

export function webhookQuery(workspaceId: string) {
  return responseQuery(deliveryOperations.getWebhook, workspaceId, { params: { id: workspaceId } })
}

/** Reads again what a delivery by hand changes. */
function useDeliveryReader(workspaceId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [
        deliveryOperations.listWebhookDeliveries,
        deliveryOperations.getWebhookDelivery,
        deliveryOperations.getWebhook,
      ].map((operation) => client.invalidateQueries({ queryKey: keyOf(operation, workspaceId) })),
    )
}

export function useResend(workspaceId: string) {
  const onSuccess = useDeliveryReader(workspaceId)
  return useMutation({
    mutationFn: async (id: string) =>
      (await call(deliveryOperations.resendWebhookDelivery, { params: { id } }, { workspaceId }))
        .response,
    onSuccess,
  })
}

export function useRecover(workspaceId: string) {
  const onSuccess = useDeliveryReader(workspaceId)
  return useMutation({
    mutationFn: async (since: string) =>
      (
        await call(
          deliveryOperations.recoverWebhookDeliveries,
          { params: { id: workspaceId }, body: { since } },
          { workspaceId },
        )
      ).response,
    onSuccess,
  })
}

/** Sends a ping now, to an address that need not be saved yet. */
export function usePing(workspaceId: string) {
  const onSuccess = useDeliveryReader(workspaceId)
  return useMutation({
    mutationFn: async (uri: string) =>
      (
        await call(
          deliveryOperations.pingWebhook,
          { params: { id: workspaceId }, body: { uri } },
          { workspaceId },
        )
      ).response,
    onSuccess,
  })
}

export function useRotateWebhookSecret(workspaceId: string) {
  const onSuccess = useDeliveryReader(workspaceId)
  return useMutation({
    mutationFn: async () =>
      (
        await call(
          deliveryOperations.rotateWebhookSecret,
          { params: { id: workspaceId } },
          { workspaceId },
        )
      ).response,
    onSuccess,
  })
}
