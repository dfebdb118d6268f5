import { alertTypeNames, type AlertDelivery } from '@/contract/alerts'

/** Returns alert delivery settings with the same channels for every type. */
export function deliverySettings(channels: Omit<AlertDelivery, 'internal'>) {
  const delivery: AlertDelivery = { internal: true, ...channels }
  return { alertTypes: Object.fromEntries(alertTypeNames.map((name) => [name, delivery])) }
}
