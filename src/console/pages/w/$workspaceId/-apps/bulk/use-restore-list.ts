import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { appQuery, restoreApp, useInvalidateApps } from '../../../../../api/apps'
import { toApiError } from '../../../../../api/api-error'
import type { BulkStage } from './bulk-stage'
import { forEachConcurrently } from './for-each-concurrently'
import { namedAsGiven, reasonOf, type GivenNames, type ShownItem } from './outcomes'

/** Looks up which apps of a list can be restored. */
function useRestorePreview(
  workspaceId: string,
  selectors: readonly string[],
  names: GivenNames | undefined,
) {
  const client = useQueryClient()
  const named = namedAsGiven(names)

  async function lookUp(selector: string): Promise<ShownItem> {
    try {
      const { response } = await client.fetchQuery({
        ...appQuery(workspaceId, selector),
        staleTime: 0,
      })
      const { id, key, name, archivedAt, isReadOnly } = response
      const outcome =
        archivedAt === undefined ? 'not_archived' : isReadOnly ? 'read_only' : 'would_restore'
      return named({ selector, id, key, name, outcome })
    } catch (error) {
      if (!toApiError(error).isMissing) throw error
      return named({ selector, outcome: 'not_found' })
    }
  }

  return useQuery({
    queryKey: ['restore preview', workspaceId, selectors],
    gcTime: 0,
    queryFn: async () => {
      const items = new Map<string, ShownItem>()
      await forEachConcurrently(selectors, async (selector) => {
        items.set(selector, await lookUp(selector))
      })
      return selectors.flatMap((selector) => items.get(selector) ?? [])
    },
  })
}

/** Previews which apps of a list can be restored, and restores them, a few at a time. */
export function useRestoreList(
  workspaceId: string,
  selectors: readonly string[],
  names: GivenNames | undefined,
) {
  const invalidateApps = useInvalidateApps()
  const preview = useRestorePreview(workspaceId, selectors, names)
  const [results, setResults] = useState<ReadonlyMap<string, ShownItem>>(new Map())
  const [startedAt, setStartedAt] = useState<number>()
  const [isRunning, setRunning] = useState(false)
  const restorable = new Map(
    preview.data?.flatMap((item) =>
      item.id !== undefined && item.outcome === 'would_restore' ? [[item.id, item]] : [],
    ),
  )

  const restored = new Map([...results].filter(([, { outcome }]) => outcome === 'restored'))

  /** Restores the apps, or those of them that failed before. */
  async function restore() {
    setStartedAt(Date.now())
    setRunning(true)
    setResults(restored)
    const waiting = [...restorable].filter(([id]) => !restored.has(id))
    await forEachConcurrently(waiting, async ([id, item]) => {
      const result = await restoreApp(workspaceId, id).then(
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
    setRunning(false)
  }

  function stage(): BulkStage {
    if (isRunning) return 'running'
    if (startedAt !== undefined) return 'done'
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
    failed: isRunning ? 0 : results.size - restored.size,
    /** In milliseconds; undefined before it is started. */
    startedAt,
    restore,
  }
}
