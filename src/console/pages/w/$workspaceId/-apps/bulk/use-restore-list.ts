import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '@/console/api/api-error'
import {
  appQuery,
  fetchAllApps,
  restoreApp,
  useInvalidateApps,
  type AppFilter,
  type ListedApp,
} from '@/console/api/apps'
import { appsBySelector } from '@/contract/apps'
import type { BulkStage } from './bulk-stage'
import { forEachConcurrently } from './for-each-concurrently'
import { isReadWhole } from './is-read-whole'
import { namedAsGiven, reasonOf, type GivenNames, type ShownItem } from './outcomes'

/** The apps to restore, with the names of a pasted list. */
export interface RestoreList {
  selectors: readonly string[]
  names?: GivenNames
}

/**
 * Looks up which apps of a list can be restored.
 * @param asWorkspace whether keys mean apps of the workspace, before public ones
 */
function useRestorePreview(
  workspaceId: string,
  { selectors, names }: RestoreList,
  asWorkspace: boolean,
) {
  const client = useQueryClient()
  const named = namedAsGiven(names)

  async function lookUp(selector: string): Promise<ShownItem> {
    try {
      const { response } = await client.fetchQuery({
        ...appQuery(workspaceId, selector),
        staleTime: 0,
      })
      return itemOf(selector, response)
    } catch (error) {
      if (!toApiError(error).isMissing) throw error
      return { selector, outcome: 'not_found' }
    }
  }

  return useQuery({
    queryKey: ['restore preview', workspaceId, selectors, asWorkspace],
    gcTime: 0,
    queryFn: async () => {
      const filter: AppFilter = asWorkspace
        ? { scope: 'workspace', state: 'both' }
        : { scope: 'public', state: 'archived' }
      // A key of a pasted list can be that of an active app of the catalog, too. Ticked apps have
      // ids, but looking up many would reach the request limit of the workspace.
      const isWhole =
        names !== undefined || (await isReadWhole(client, workspaceId, filter, selectors.length))
      const apps = isWhole ? await fetchAllApps(workspaceId, true, filter) : []
      const find = appsBySelector(apps.filter(hasState))
      const items = new Map<string, ShownItem>()
      await forEachConcurrently(selectors, async (selector) => {
        const [app] = find(selector)
        const item = app === undefined ? await lookUp(selector) : itemOf(selector, app)
        items.set(selector, named(item))
      })
      return selectors.flatMap((selector) => items.get(selector) ?? [])
    },
  })
}

/** Whether an engine lists an app with its dates, which say whether it is archived. */
const hasState = ({ createdAt }: ListedApp) => createdAt !== undefined

/** Returns what a restore would do with an app. */
function itemOf(selector: string, { id, key, name, archivedAt, isReadOnly }: ListedApp): ShownItem {
  const outcome =
    archivedAt === undefined ? 'not_archived' : isReadOnly ? 'read_only' : 'would_restore'
  return { selector, id, key, name, outcome }
}

/** Previews which apps of a list can be restored, and restores them, a few at a time. */
export function useRestoreList(workspaceId: string, list: RestoreList, asWorkspace: boolean) {
  const invalidateApps = useInvalidateApps()
  const preview = useRestorePreview(workspaceId, list, asWorkspace)
  const [results, setResults] = useState<ReadonlyMap<string, ShownItem>>(new Map())
  const restorable = new Map(
    preview.data?.flatMap((item) =>
      item.id !== undefined && item.outcome === 'would_restore' ? [[item.id, item]] : [],
    ),
  )

  const restored = new Map([...results].filter(([, { outcome }]) => outcome === 'restored'))

  async function restoreRest(reason: string | undefined) {
    setResults(restored)
    const waiting = [...restorable].filter(([id]) => !restored.has(id))
    await forEachConcurrently(waiting, async ([id, item]) => {
      const result = await restoreApp(workspaceId, id, reason).then(
        (): ShownItem => ({ ...item, outcome: 'restored' }),
        (error: unknown): ShownItem => ({
          ...item,
          outcome: 'failed',
          reason: reasonOf(toApiError(error)),
        }),
      )
      setResults((before) => new Map(before).set(id, result))
    })
    await invalidateApps()
  }
  const run = useMutation({ mutationFn: restoreRest })

  function stage(): BulkStage {
    if (run.isPending) return 'running'
    if (!run.isIdle) return 'done'
    return preview.isPending ? 'checking' : 'ready'
  }

  return {
    preview,
    items: preview.data?.map((item) => results.get(item.id ?? '') ?? item),
    /** How many apps can be restored. */
    count: restorable.size,
    share: results.size / restorable.size,
    stage: stage(),
    /** How many failed and can be retried. */
    failed: run.isPending ? 0 : results.size - restored.size,
    startedAt: run.submittedAt,
    /** Restores the apps, or those of them that failed before. */
    restore: run.mutate,
  }
}
