import { useQueryClient } from '@tanstack/react-query'
import { allAppsQuery, similarAppsQuery, type AppFilter, type ListedApp } from '@/console/api/apps'
import { useHasExtensions } from '@/console/api/workspaces'
import { forEachConcurrently } from './for-each-concurrently'
import { isReadWhole } from './is-read-whole'
import type { LookUp } from './selectors'

/** Returns a function that finds the apps with names or keys, of the workspace and the catalog. */
export function useLookUp(workspaceId: string): LookUp {
  const client = useQueryClient()
  const hasExtensions = useHasExtensions()

  async function search(scope: AppFilter['scope'], text: string) {
    const query = similarAppsQuery(workspaceId, scope, text, 'both')
    return (await client.fetchQuery(query)).response
  }

  /** Searches each text, or reads all apps if that takes fewer requests. */
  async function find(scope: AppFilter['scope'], texts: readonly string[]) {
    if (await isReadWhole(client, workspaceId, { scope, state: 'both' }, texts.length))
      return client.fetchQuery(allAppsQuery(workspaceId, hasExtensions, scope))
    const found: ListedApp[] = []
    await forEachConcurrently(texts, async (text) => {
      found.push(...(await search(scope, text)).items)
    })
    return found
  }

  return async (texts) => {
    if (!hasExtensions) return client.fetchQuery(allAppsQuery(workspaceId, false, 'workspace'))
    return (await Promise.all([find('workspace', texts), find('public', texts)])).flat()
  }
}
