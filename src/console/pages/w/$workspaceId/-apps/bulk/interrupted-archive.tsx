import { Alert, Button, Group, Text } from '@mantine/core'
import type { ArchiveTarget } from '@/console/api/apps'
import { countOf, formatCount } from '@/console/ui/format/format-count'
import { storedRun } from './archive-run'
import type { GivenNames } from './outcomes'

interface InterruptedArchiveProps {
  workspaceId: string
  onContinue: (target: ArchiveTarget, names: GivenNames | undefined) => void
}

/** Offers to continue a bulk archive that a reload interrupted, if one was. */
export function InterruptedArchive({ workspaceId, onContinue }: InterruptedArchiveProps) {
  const run = storedRun(workspaceId)
  if (run === undefined) return null
  const { selectors, count = selectors.length, names, results } = run
  const tried = new Set(results.map(({ id, selector }) => id ?? selector)).size
  return (
    <Alert mb="sm" p="xs" color="caution">
      <Group gap="xs">
        <Text fz="sm">
          Archiving {countOf(count, 'app')} was interrupted after {formatCount(tried)}.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onContinue({ selectors }, names)}
        >
          Continue…
        </Button>
      </Group>
    </Alert>
  )
}
