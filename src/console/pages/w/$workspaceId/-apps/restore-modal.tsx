import { Button, Group, Modal, Progress, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { appQuery, restoreApp, useAppsChanged } from '../../../../api/apps'
import { toApiError } from '../../../../api/api-error'
import { ErrorAlert } from '../../../../layout/error-alert'
import { useTokenFacts } from '../../../../session/use-session'
import { formatUtc } from '../../../../ui/format-date'
import { countApps } from './archived-toast'
import type { ShownItem } from './outcomes'
import { ResultExport, ResultSheet } from './result-sheet'
import { forEachConcurrently, type ResolvedList } from './selectors'

const maxConcurrent = 6

interface RestoreModalProps {
  list: ResolvedList
  workspaceId: string
  workspaceName: string
  onDone: () => void
  onClose: () => void
}

/** Shows which apps of a list can be restored, restores them one by one, and shows the result. */
export function RestoreModal({
  list: { selectors, givenAs },
  workspaceId,
  workspaceName,
  onDone,
  onClose,
}: RestoreModalProps) {
  const client = useQueryClient()
  const changed = useAppsChanged(workspaceId)
  const actor = useTokenFacts()?.name ?? 'Unknown'
  const preview = useQuery({
    queryKey: ['restore preview', workspaceId, selectors],
    gcTime: 0,
    queryFn: async () => {
      const items = new Map<string, ShownItem>()
      await forEachConcurrently(selectors, maxConcurrent, async (selector) => {
        const named = givenAs.get(selector) ?? selector
        try {
          const { response } = await client.fetchQuery({
            ...appQuery(workspaceId, selector),
            staleTime: 0,
          })
          const { id, key, name, archivedAt, isReadOnly } = response
          const outcome =
            archivedAt === undefined ? 'not_archived' : isReadOnly ? 'read_only' : 'would_restore'
          items.set(selector, { selector: named, id, key, name, outcome })
        } catch (error) {
          if (!toApiError(error).isMissing) throw error
          items.set(selector, { selector: named, outcome: 'not_found' })
        }
      })
      return selectors.flatMap((selector) => items.get(selector) ?? [])
    },
  })
  const [results, setResults] = useState<ReadonlyMap<string, ShownItem>>(new Map())
  const [startedAt, setStartedAt] = useState<number>()
  const [isRunning, setRunning] = useState(false)
  const waiting = new Set(
    preview.data?.flatMap(({ id, outcome }) =>
      id !== undefined && outcome === 'would_restore' ? [id] : [],
    ),
  )
  const items = preview.data?.map((item) => results.get(item.id ?? '') ?? item)
  const isDone = startedAt !== undefined && !isRunning

  useBlocker({ shouldBlockFn: () => isRunning, enableBeforeUnload: () => isRunning })

  async function restore() {
    setStartedAt(Date.now())
    setRunning(true)
    const byId = new Map(preview.data?.map((item) => [item.id ?? '', item]))
    await forEachConcurrently([...waiting], maxConcurrent, async (id) => {
      const item = byId.get(id)
      if (item === undefined) return
      const result = await restoreApp(workspaceId, id).then(
        (): ShownItem => ({ ...item, outcome: 'restored' }),
        (error: unknown): ShownItem => ({
          ...item,
          outcome: 'failed',
          reason: toApiError(error).message,
        }),
      )
      setResults((before) => new Map(before).set(id, result))
    })
    await changed()
    setRunning(false)
  }

  function close() {
    if (isDone) onDone()
    onClose()
  }

  return (
    <Modal
      opened
      onClose={close}
      title={isDone ? 'Restored' : 'Restore apps'}
      size="lg"
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
      withCloseButton={!isRunning}
    >
      <Stack gap="sm">
        <ResultSheet items={items} isLoading={preview.isPending} isRunning={isRunning}>
          {preview.error !== null && (
            <ErrorAlert error={toApiError(preview.error)} onRetry={() => void preview.refetch()} />
          )}
        </ResultSheet>
        {isRunning && (
          <Progress value={(results.size / waiting.size) * 100} aria-label="Progress" />
        )}
        {isDone && items !== undefined && (
          <ResultExport
            items={items}
            fileName="restored-apps.csv"
            facts={{
              workspace: workspaceName,
              actor,
              when: formatUtc(startedAt),
              batchId: undefined,
              link: undefined,
            }}
          />
        )}
        <Group gap="xs" justify="flex-end">
          <Button
            variant={isDone ? 'filled' : 'default'}
            disabled={isRunning}
            onClick={close}
            data-autofocus={isDone || undefined}
          >
            {isDone ? 'Done' : 'Cancel'}
          </Button>
          {!isDone && (
            <Button
              disabled={waiting.size === 0}
              loading={isRunning}
              onClick={() => void restore()}
              data-autofocus
            >
              {`Restore ${countApps(waiting.size)}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
