import { Button, Kbd, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ArchiveTarget, ListedApp } from '@/console/api/apps'
import { formatCount } from '@/console/ui/format/format-count'
import type { SelectedApps } from './use-selected-apps'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  selected: SelectedApps
  /** The active apps that match the filters; undefined if they can't be archived at once. */
  matching: { total: number | undefined; filter: ArchiveTarget['filter'] } | undefined
  onArchive: (target: ArchiveTarget) => void
  /** Undefined if the engine can't restore apps. */
  onRestore: ((apps: readonly ListedApp[]) => void) | undefined
}

/** The actions for the selected apps, always visible below the table. Delete archives them. */
export function SelectionBar({
  selected: { count, active, archived, hiddenCount, clear },
  matching,
  onArchive,
  onRestore,
}: SelectionBarProps) {
  const archiveSelected = () => onArchive({ selectors: active.map(({ id }) => id) })
  useDeleteKey(() => {
    if (active.length > 0) archiveSelected()
  })
  return (
    <div role="region" aria-label="Selection" className={classes['bar']}>
      <Text fz="sm" fw={550} aria-live="polite">
        {formatCount(count)} selected
        {hiddenCount > 0 && (
          <Text span fz="sm" fw={400} c="dimmed">
            {` (${formatCount(hiddenCount)} not in this list)`}
          </Text>
        )}
      </Text>
      {active.length > 0 && (
        <Button
          size="compact-sm"
          color="danger"
          rightSection={
            <Kbd size="xs" className={classes['key'] ?? ''}>
              Del
            </Kbd>
          }
          aria-keyshortcuts="Delete"
          onClick={archiveSelected}
        >
          Archive…
        </Button>
      )}
      {archived.length > 0 && onRestore !== undefined && (
        <Button size="compact-sm" variant="default" onClick={() => onRestore(archived)}>
          Restore…
        </Button>
      )}
      {matching?.total !== undefined && matching.total > count - hiddenCount && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onArchive({ filter: matching.filter })}
        >
          Archive all {formatCount(matching.total)} that match…
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        Clear
      </Button>
    </div>
  )
}

/** Runs an action on Delete, unless the user is typing or a dialog is open. */
function useDeleteKey(action: () => void): void {
  useHotkeys(
    [
      [
        'Delete',
        ({ target }) => {
          // Rows are selected with the keyboard too: a checkbox is an input without text.
          const isTyping =
            target instanceof HTMLInputElement &&
            target.type !== 'checkbox' &&
            target.type !== 'radio'
          if (!isTyping && document.querySelector('[role=dialog]') === null) action()
        },
        // The key still deletes text in the fields of the page.
        { preventDefault: false },
      ],
    ],
    ['TEXTAREA', 'SELECT'],
  )
}
