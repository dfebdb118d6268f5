import type { QueryClient } from '@tanstack/react-query'
import { appCountQuery, type AppFilter } from '@/console/api/apps'
import { withFallback } from '@/console/api/queries'
import { maxPageSize } from '@/contract/pagination'

/**
 * Returns whether reading all apps that match a filter takes fewer requests than one for each of a
 * number of apps. An engine that doesn't count them lists all.
 */
export function isReadWhole(
  client: QueryClient,
  workspaceId: string,
  filter: AppFilter,
  count: number,
): Promise<boolean> {
  return withFallback(
    async () => {
      const { response } = await client.fetchQuery(appCountQuery(workspaceId, filter))
      return response.total / maxPageSize < count
    },
    async () => true,
  )
}
