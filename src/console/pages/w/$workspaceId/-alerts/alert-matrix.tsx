import { Text, VisuallyHidden } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useState, type ReactNode } from 'react'
import { channels, type Channel } from '@/console/edits/member-path'
import { categoryLabels, isSwitchable, type AlertRow } from '@/console/grids/alert-rows'
import { useGrid } from '@/console/table/use-grid'
import type { Alert } from '@/contract/alerts'
import { AlertRowView, firstChannelColumn, toLastAlert } from './alert-row'
import { CategoryHead, MatrixHead } from './matrix-heads'
import type { OnToggle } from './toggle-all-box'
import { toggledText } from './toggled-text'
import classes from './alert-matrix.module.css'

/** The columns for the keyboard: the whole row, then each channel. */
const columns: readonly (readonly Channel[])[] = [channels, [], ['webhook'], ['email']]

interface AlertMatrixProps {
  rows: readonly AlertRow[]
  workspaceId: string
  readOnly: boolean
  focus: string | undefined
  /** The latest alert of each type. */
  lastAlerts: ReadonlyMap<string, Alert>
  /** Until when alert types are muted. */
  mutes: ReadonlyMap<string, string>
  /** Whether raised alerts can be read. */
  hasHistory: boolean
  /** Why a channel cannot deliver, by channel. */
  blocked: Record<Channel, ReactNode>
  onToggle: OnToggle
  /** Undefined if there is nothing to undo. */
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
}

/**
 * The matrix of alert types and channels, for mouse and keyboard. Internal delivery is always on.
 */
export function AlertMatrix({
  rows,
  workspaceId,
  readOnly,
  focus,
  lastAlerts,
  mutes,
  hasHistory,
  blocked,
  onToggle,
  onUndo,
  onRedo,
}: AlertMatrixProps) {
  // The boxes that the keyboard toggles do not have the focus, so nothing else announces it.
  const [message, setMessage] = useState('')
  // A stable function, so that rows render again only if their content changes.
  const toggle = useCallbackRef(onToggle)
  const { grid, onSelect, props } = useGrid({
    rows,
    columns,
    startColumn: firstChannelColumn,
    linkedRow: focus,
    onUndo,
    onRedo,
    onKey: ({ key }) => {
      if (key !== ' ' && key !== 'Enter') return false
      toggleSelection()
      return true
    },
  })

  function toggleSelection() {
    const { top, bottom, left, right } = grid.range
    const selected = [...new Set(columns.slice(left, right + 1).flat())]
    const toggled = rows.slice(top, bottom + 1).filter(isSwitchable)
    if (readOnly || selected.length === 0 || toggled.length === 0) return
    onToggle(toggled, selected)
    setMessage(toggledText(toggled, selected))
  }

  const categories = useMemo(
    () =>
      [...new Set(rows.map(({ category }) => category))].map((category) => ({
        category,
        inCategory: rows.filter((row) => row.category === category),
      })),
    [rows],
  )

  return (
    <>
      <div
        {...props}
        aria-label="Alert delivery"
        aria-readonly={readOnly}
        className={classes['grid']}
        // A click on a checkbox focuses it. The keyboard continues from the selected cell.
        onFocus={(event) => {
          if (event.target instanceof HTMLInputElement) grid.focus()
        }}
      >
        <MatrixHead rows={rows} readOnly={readOnly} blocked={blocked} onToggle={toggle} />
        {categories.map(({ category, inCategory }) => (
          <div key={category} role="rowgroup" aria-label={categoryLabels[category]}>
            <CategoryHead
              category={category}
              rows={inCategory}
              readOnly={readOnly}
              onToggle={toggle}
            />
            {rows.map((row, index) =>
              row.category !== category ? null : (
                <AlertRowView
                  key={row.name}
                  row={row}
                  index={index}
                  workspaceId={workspaceId}
                  readOnly={readOnly}
                  last={toLastAlert(lastAlerts.get(row.name))}
                  mutedUntil={mutes.get(row.name)}
                  hasHistory={hasHistory}
                  selected={grid.selectedIn(index)}
                  onToggle={toggle}
                  onSelect={onSelect}
                />
              ),
            )}
          </div>
        ))}
        {rows.length === 0 && (
          <Text fz="sm" c="dimmed" className={classes['empty'] ?? ''}>
            No alert types match.
          </Text>
        )}
      </div>
      <VisuallyHidden role="status" aria-label="Matrix messages">
        {message}
      </VisuallyHidden>
    </>
  )
}
