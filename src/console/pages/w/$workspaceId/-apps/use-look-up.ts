import { useQueryClient } from '@tanstack/react-query'
import {
  allAppsQuery,
  similarAppsQuery,
  type AppFilter,
  type ListedApp,
} from '../../../../api/apps'
import { forEachConcurrently } from './for-each-concurrently'
import type { LookUp } from './selectors'

/** More texts than these are not searched one by one: reading all apps takes fewer requests. */
const maxSearches = 20
const maxConcurrent = 6

/** Returns a function that finds the apps with names or keys, of the workspace and the catalog. */
export function useLookUp(workspaceId: string, extensions: boolean): LookUp {
  const client = useQueryClient()
  const readAll = (scope: AppFilter['scope']) =>
    client.fetchQuery(allAppsQuery(workspaceId, extensions, scope))

  async function search(texts: readonly string[]) {
    const found: ListedApp[] = []
    await forEachConcurrently(texts, maxConcurrent, async (text) => {
      for (const scope of ['workspace', 'public'] as const) {
        const query = similarAppsQuery(workspaceId, scope, text, 'both')
        found.push(...(await client.fetchQuery(query)).response.items)
      }
    })
    return found
  }

  return async (texts) => {
    if (!extensions) return readAll('workspace')
    if (texts.length <= maxSearches) return search(texts)
    return (await Promise.all([readAll('workspace'), readAll('public')])).flat()
  }
}
