import { useQueryClient } from '@tanstack/react-query'
import { ownAppsQuery, similarAppsQuery, type ListedApp } from '../../../../api/apps'
import type { LookUp } from './selectors'

/**
 * Returns a function that finds the apps with a name or key: the workspace's own, or else similar
 * ones of the public catalog.
 */
export function useLookUp(workspaceId: string, extensions: boolean): LookUp {
  const client = useQueryClient()
  return async (text) => {
    const isNamed = ({ key, name }: ListedApp) =>
      [key, name].some((word) => word.toLowerCase() === text.toLowerCase())
    if (!extensions) return (await client.fetchQuery(ownAppsQuery(workspaceId))).filter(isNamed)
    const [own, catalog] = await Promise.all([
      client.fetchQuery(similarAppsQuery(workspaceId, 'workspace', text)),
      client.fetchQuery(similarAppsQuery(workspaceId, 'public', text)),
    ])
    const named = own.response.items.filter(isNamed)
    return named.length > 0 ? named : catalog.response.items
  }
}
