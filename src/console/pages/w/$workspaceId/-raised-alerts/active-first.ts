import type { AlertFilter } from '@/console/api/alerts'
import type { Alert } from '@/contract/alerts'

/**
 * Puts active alerts before resolved ones, each newest first.
 * @param loaded the loaded part of the list, newest first
 * @param unloaded active alerts to add if the list doesn't have them yet and they match its filter
 */
export function activeFirst(
  loaded: readonly Alert[],
  unloaded: readonly Alert[],
  { status, severity, type }: AlertFilter,
): Alert[] {
  const ids = new Set(loaded.map(({ id }) => id))
  const added = unloaded.filter(
    (alert) =>
      !ids.has(alert.id) &&
      (status ?? alert.status) === alert.status &&
      (severity ?? alert.severity) === alert.severity &&
      (type ?? alert.type) === alert.type,
  )
  const all = [...loaded, ...added]
  return [
    ...all.filter(({ status: each }) => each === 'ongoing'),
    ...all.filter(({ status: each }) => each !== 'ongoing'),
  ]
}
