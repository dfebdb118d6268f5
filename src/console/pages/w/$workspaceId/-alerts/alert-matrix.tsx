import { Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { memo, useMemo, useState, type ReactNode } from 'react'
import { channelLabels, channels, type Channel } from '@/console/edits/member-path'
import { categoryLabels, isSwitchable, stateOf, type AlertRow } from '@/console/grids/alert-rows'
import { useGrid } from '@/console/table/use-grid'
import { countOf } from '@/console/ui/format/format-count'
import { IconLock } from '@/console/ui/icons.gen'
import type { Alert } from '@/contract/alerts'
import { AlertRowView, firstChannelColumn, toLastAlert } from './alert-row'
import { ToggleAllBox, type OnToggle } from './toggle-all-box'
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
  const [toggledText, setToggledText] = useState('')
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
    const [first] = toggled
    if (readOnly || selected.length === 0 || first === undefined) return
    onToggle(toggled, selected)
    const what = toggled.length === 1 ? first.label : countOf(toggled.length, 'alert type')
    const state = stateOf(toggled, selected) === 'on' ? 'off' : 'on'
    setToggledText(
      `${selected.map((one) => channelLabels[one]).join(' and ')} for ${what}: ${state}`,
    )
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
        {toggledText}
      </VisuallyHidden>
    </>
  )
}

type HeadProps = Pick<AlertMatrixProps, 'rows' | 'readOnly' | 'onToggle'>

/** The column headers. They render again on a toggle, but not when the active cell moves. */
const MatrixHead = memo(function MatrixHead({
  rows,
  readOnly,
  blocked,
  onToggle,
}: HeadProps & Pick<AlertMatrixProps, 'blocked'>) {
  return (
    <div role="row" className={`${classes['line']} ${classes['head']}`}>
      <span role="columnheader" className={classes['cell']}>
        Alert type
      </span>
      {internalHead}
      {channels.map((channel) => (
        <span
          key={channel}
          role="columnheader"
          className={`${classes['cell']} ${classes['channel']}`}
        >
          <span className={classes['channelName']}>
            <ToggleAllBox
              label={`${channelLabels[channel]} for all shown alert types`}
              rows={rows}
              channels={[channel]}
              readOnly={readOnly}
              onToggle={onToggle}
            />{' '}
            {channelLabels[channel]}
          </span>
          {blocked[channel] !== undefined && (
            <Text component="span" fz="xs" fw={400} c="var(--sb-caution-text)">
              {blocked[channel]}
            </Text>
          )}
        </span>
      ))}
    </div>
  )
})

const internalHead = (
  <span role="columnheader" className={`${classes['cell']} ${classes['channel']}`}>
    <Tooltip label="In-app alerts are always on">
      <span>
        Internal <IconLock size={12} aria-label="always on" />
      </span>
    </Tooltip>
  </span>
)

const CategoryHead = memo(function CategoryHead({
  category,
  rows,
  readOnly,
  onToggle,
}: HeadProps & Pick<AlertRow, 'category'>) {
  return (
    <div role="row" className={`${classes['line']} ${classes['group']}`}>
      <span role="gridcell" className={`${classes['cell']} ${classes['category']}`}>
        {categoryLabels[category]}
      </span>
      <span role="gridcell" className={classes['cell']} />
      {channels.map((channel) => (
        <span key={channel} role="gridcell" className={`${classes['cell']} ${classes['channel']}`}>
          <ToggleAllBox
            label={`${channelLabels[channel]} for ${categoryLabels[category]}`}
            rows={rows}
            channels={[channel]}
            readOnly={readOnly}
            onToggle={onToggle}
          />
        </span>
      ))}
    </div>
  )
})
