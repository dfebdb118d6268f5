import { Alert, Button, Group, Menu, Text } from '@mantine/core'
import { IconDots, IconPlus } from '../../../../ui/icons.gen'
import type { ArchiveRun } from './archive-run'

interface PageActionsProps {
  /** Why nothing can be changed; undefined if it can. */
  lock: string | undefined
  extensions: boolean
  mayCreate: boolean
  onArchiveList: () => void
  onRestoreList: () => void
  onRecentArchives: () => void
  onCreate: () => void
}

/** The actions of the apps page: bulk operations and a new app. */
export function PageActions({
  lock,
  extensions,
  mayCreate,
  onArchiveList,
  onRestoreList,
  onRecentArchives,
  onCreate,
}: PageActionsProps) {
  const isLocked = lock !== undefined
  return (
    <>
      <Button variant="default" disabled={isLocked} title={lock} onClick={onArchiveList}>
        Archive a list…
      </Button>
      {extensions && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px={8} aria-label="More">
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={isLocked} onClick={onRestoreList}>
              Restore a list…
            </Menu.Item>
            <Menu.Item onClick={onRecentArchives}>Recent bulk archives…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {mayCreate && (
        <Button
          leftSection={<IconPlus size={14} />}
          disabled={isLocked}
          title={lock}
          onClick={onCreate}
        >
          Create app
        </Button>
      )}
    </>
  )
}

interface InterruptedArchiveProps {
  run: ArchiveRun
  onContinue: () => void
}

/** Offers to continue a bulk archive that a reload interrupted. */
export function InterruptedArchive({ run, onContinue }: InterruptedArchiveProps) {
  return (
    <Alert mb="sm" p="xs" color="caution">
      <Group gap="xs">
        <Text fz="sm">
          Archiving {run.selectors.length} apps was interrupted after {run.results.length}.
        </Text>
        <Button size="compact-sm" variant="default" onClick={onContinue}>
          Continue…
        </Button>
      </Group>
    </Alert>
  )
}
