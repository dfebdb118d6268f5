import { Badge, Group, Loader, Text } from '@mantine/core'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { formatCount } from '@/console/ui/format/format-count'
import { AppTable } from './app-table'
import type { BulkStage } from './bulk-stage'
import { countsOf, outcomeLabels, repeatsOf, type ShownItem, type ShownOutcome } from './outcomes'

const goodOutcomes: ReadonlySet<ShownOutcome> = new Set([
  'archived',
  'would_archive',
  'restored',
  'would_restore',
])

interface ResultSheetProps {
  items: readonly ShownItem[] | undefined
  stage: BulkStage
  /** Shown between the counts and the apps. */
  children?: ReactNode
}

/** Shows the number of apps with each outcome of a bulk action, and the result of each app. */
export function ResultSheet({ items, stage, children }: ResultSheetProps) {
  const [filter, setFilter] = useState<ShownOutcome>()
  // Results come faster than hundreds of rows are rendered.
  const listed = useDeferredValue(items)
  const counts = items === undefined ? [] : countsOf(items)
  const repeats = items === undefined ? undefined : repeatsOf(items)
  const chosen = counts.some(([outcome]) => outcome === filter) ? filter : undefined
  const badges = (
    <Group gap={6}>
      {counts.map(([outcome, count]) => (
        <Badge
          key={outcome}
          component="button"
          type="button"
          size="md"
          tt="none"
          color={goodOutcomes.has(outcome) ? 'signal' : 'gray'}
          variant={outcome === chosen ? 'filled' : 'light'}
          aria-pressed={outcome === chosen}
          disabled={counts.length === 1}
          style={{ cursor: counts.length === 1 ? 'default' : 'pointer' }}
          title={counts.length === 1 ? undefined : 'Show only these'}
          onClick={() => setFilter(outcome === chosen ? undefined : outcome)}
        >
          {formatCount(count)} {outcomeLabels[outcome]}
        </Badge>
      ))}
      {repeats !== undefined && (
        <Badge size="md" tt="none" color="gray">
          {repeats}
        </Badge>
      )}
    </Group>
  )
  return (
    <>
      {/* While it runs, the counts change too often to be announced. They are inserted at its end,
      since only what changes in a live region is announced. */}
      <div>
        <div role="status">
          {stage === 'checking' ? (
            <Group gap={6}>
              <Loader size="xs" aria-hidden />
              <Text fz="sm">Checking what this would do</Text>
            </Group>
          ) : (
            stage !== 'running' && badges
          )}
        </div>
        {stage === 'running' && badges}
      </div>
      {children}
      {listed !== undefined && (
        <AppTable
          items={chosen === undefined ? listed : listed.filter(({ outcome }) => outcome === chosen)}
        />
      )}
    </>
  )
}
