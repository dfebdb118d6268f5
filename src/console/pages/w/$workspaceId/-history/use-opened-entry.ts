import { useQuery } from '@tanstack/react-query'
import { eventQuery } from '@/console/api/history'
import type { LoadedList } from '@/console/table/use-list-page'
import type { AuditEvent } from '@/contract/history'

/**
 * Returns the entry that the address names. It can be old, or one that the filters leave out: then
 * it is read by itself, once the list is loaded without it.
 */
export function useOpenedEntry(
  workspaceId: string,
  id: string | undefined,
  list: LoadedList<AuditEvent>,
) {
  const listed = list.rows.find((event) => event.id === id)
  const { data: found } = useQuery({
    ...eventQuery(workspaceId, id ?? ''),
    enabled: id !== undefined && list.isLoaded && listed === undefined,
  })
  return {
    entry: listed ?? found ?? undefined,
    /** Whether the history has no such entry. */
    isMissing: listed === undefined && found === null,
  }
}
