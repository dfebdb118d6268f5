import { Alert, Button, Group, Text } from '@mantine/core'
import { countOf, formatCount } from '../../../../../ui/format-count'
import type { ArchiveTarget } from './archive-modal'
import { storedRun } from './archive-run'

interface InterruptedArchiveProps {
  workspaceId: string
  onContinue: (target: ArchiveTarget) => void
}

/** Offers to continue a bulk archive that a reload interrupted, if one was. */
export function InterruptedArchive({ workspaceId, onContinue }: InterruptedArchiveProps) {
  const run = storedRun(workspaceId)
  if (run === undefined) return null
  return (
    <Alert mb="sm" p="xs" color="caution">
      <Group gap="xs">
        <Text fz="sm">
          Archiving {countOf(run.selectors.length, 'app')} was interrupted after{' '}
          {formatCount(run.results.length)}.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onContinue({ selectors: run.selectors })}
        >
          Continue…
        </Button>
      </Group>
    </Alert>
  )
}
