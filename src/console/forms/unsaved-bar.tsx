import { Button, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { Conflict } from '@/console/edits/rebase'
import { countOf } from '@/console/ui/format/format-count'
import { conflictText } from './conflict-text'
import classes from './save-bar.module.css'

/** Someone else's change that was merged while the user was editing. */
export interface MergedChange {
  by: string | undefined
}

interface UnsavedBarProps {
  editCount: number
  /** Why the edits can't be saved yet. */
  blocked: string | undefined
  /** Who changed the members that are in conflict. */
  changedBy: string | undefined
  conflicts: readonly Conflict[]
  merged: MergedChange | undefined
  /** Returns the label of a member. */
  nameOf?: ((path: string) => string) | undefined
  onCompare: () => void
  onDiscard: () => void
  onReview: () => void
}

/** The bar at the bottom of a page with unsaved changes. */
export function UnsavedBar({
  editCount,
  blocked,
  changedBy,
  conflicts,
  merged,
  nameOf,
  onCompare,
  onDiscard,
  onReview,
}: UnsavedBarProps) {
  useEffect(showFocusedField, [])
  return (
    <div className={classes['bar']} role="region" aria-label="Unsaved changes">
      <Text fz="sm" fw={550} aria-live="polite">
        {editCount > 0 && countOf(editCount, 'unsaved change')}
        {editCount > 0 && blocked !== undefined && ' · '}
        {blocked !== undefined && (
          <Text span c="var(--sb-danger-text)" fz="sm" fw={400}>
            {blocked}
          </Text>
        )}
      </Text>
      <NewsText by={changedBy} conflicts={conflicts} merged={merged} nameOf={nameOf} />
      <Group gap="xs" wrap="nowrap" ml="auto">
        {conflicts.length > 0 && (
          <Button variant="default" onClick={onCompare}>
            Compare
          </Button>
        )}
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
        <Button onClick={onReview} disabled={editCount === 0 || blocked !== undefined}>
          Review and save
        </Button>
      </Group>
    </div>
  )
}

/** Moves the field that is being edited out from under the bar, which appears over the page. */
function showFocusedField(): void {
  const { activeElement } = document
  if (activeElement?.matches('input, textarea') === true)
    activeElement.scrollIntoView({ block: 'nearest' })
}

interface NewsTextProps {
  by: string | undefined
  conflicts: readonly Conflict[]
  merged: MergedChange | undefined
  nameOf: ((path: string) => string) | undefined
}

/** Says who changed the workspace in the meantime, and whether that concerns the user's edits. */
function NewsText({ by, conflicts, merged, nameOf }: NewsTextProps) {
  const conflict = conflictText(by, conflicts, nameOf)
  const merge =
    merged === undefined
      ? ''
      : `Changed by ${merged.by ?? 'someone else'} just now. Your changes are kept.`
  return (
    <Text fz="sm" aria-live="polite" c={conflict === '' ? 'dimmed' : 'var(--sb-danger-text)'}>
      {conflict || merge}
    </Text>
  )
}
