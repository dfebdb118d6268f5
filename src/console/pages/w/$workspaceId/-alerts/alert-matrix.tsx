import { Checkbox, Text, Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { isAlertType, type AlertSeverity } from '../../../../../contract/alerts'
import { LinkAnchor } from '../../../../layout/link-anchor'
import { at, holds, movedBy, rangeOf, within } from '../../../../table/grid-selection'
import classes from './alert-matrix.module.css'
import { categoryLabels, channelLabels, channels, stateOf, type AlertRow, type Channel } from './matrix'

/** Columns that the keyboard reaches: the whole row, then each channel. */
const columns: readonly (readonly Channel[])[] = [channels, [], ['webhook'], ['email']]

interface AlertMatrixProps {
  rows: readonly AlertRow[]
  workspaceId: string
  readOnly: boolean
  focus: string | undefined
  /** What goes on now, by alert type. */
  ongoing: ReadonlyMap<string, AlertSeverity>
  /** Whether raised alerts can be read. */
  hasHistory: boolean
  /** Why a channel cannot deliver, where that is so. */
  blocked: Record<Channel, ReactNode>
  onToggle: (rows: readonly AlertRow[], of: readonly Channel[]) => void
  /** Undefined: there is nothing to undo. */
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
}

interface HeadBoxProps {
  label: string
  rows: readonly AlertRow[]
  of: readonly Channel[]
  readOnly: boolean
  onToggle: AlertMatrixProps['onToggle']
}

/** A box that stands for several switches: on, off, or in part. */
function HeadBox({ label, rows, of, readOnly, onToggle }: HeadBoxProps) {
  const state = stateOf(rows, of)
  return <Checkbox size="xs" checked={state === 'on'} indeterminate={state === 'mixed'} onChange={() => onToggle(rows, of)} disabled={readOnly || rows.length === 0} aria-label={label} tabIndex={-1} />
}

/** Alert types by channels, worked by mouse or keyboard. The internal list always gets them. */
export function AlertMatrix({ rows, workspaceId, readOnly, focus, ongoing, hasHistory, blocked, onToggle, onUndo, onRedo }: AlertMatrixProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(() => at(0, 2))
  const selection = within(chosen, { rows: rows.length, columns: columns.length })
  const active = rows[selection.focus.row]
  const activeId = active === undefined ? undefined : `alert-${active.name}-${selection.focus.column}`

  useEffect(() => {
    const row = rows.findIndex(({ name }) => name === focus)
    if (row === -1) return
    setChosen(at(row, 2))
    grid.current?.focus()
    // Only a new link moves the cell, not each change of the rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [focus])

  useLayoutEffect(() => {
    if (activeId !== undefined && document.activeElement === grid.current) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function toggleSelection() {
    const { top, bottom, left, right } = rangeOf(selection)
    const of = [...new Set(columns.slice(left, right + 1).flat())]
    if (!readOnly && of.length > 0) onToggle(rows.slice(top, bottom + 1), of)
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target !== grid.current) return
    const moved = movedBy(event, selection, { rows: rows.length, columns: columns.length })
    const command = event.ctrlKey || event.metaKey
    if (moved !== undefined) setChosen(moved)
    else if (event.key === ' ' || event.key === 'Enter') toggleSelection()
    else if (command && event.key.toLowerCase() === 'z') (event.shiftKey ? onRedo : onUndo)?.()
    else if (command && event.key.toLowerCase() === 'y') onRedo?.()
    else return
    event.preventDefault()
  }

  const cell = (row: AlertRow, index: number, column: number, kind = '') => ({
    role: 'gridcell',
    id: `alert-${row.name}-${column}`,
    'aria-selected': holds(selection, index, column),
    'data-active': index === selection.focus.row && column === selection.focus.column,
    className: `${classes['cell']} ${kind}`,
    onMouseDown: (event: React.MouseEvent) => setChosen((before) => (event.shiftKey ? { anchor: before.anchor, focus: { row: index, column } } : at(index, column))),
  })

  const categories = [...new Set(rows.map(({ category }) => category))]
  return (
    <>
    <div ref={grid} role="grid" aria-label="Alert delivery" aria-multiselectable aria-activedescendant={activeId} aria-readonly={readOnly} tabIndex={0} className={classes['grid']} onKeyDown={onKeyDown}>
      <div role="row" className={`${classes['line']} ${classes['head']}`}>
        <span role="columnheader" className={classes['cell']}>Alert type</span>
        <span role="columnheader" className={`${classes['cell']} ${classes['channel']}`}>
          <Tooltip label="The internal list always receives alerts: it cannot be switched off"><span>Internal <IconLock size={12} aria-label="always on" /></span></Tooltip>
        </span>
        {channels.map((channel) => (
          <span key={channel} role="columnheader" className={`${classes['cell']} ${classes['channel']}`}>
            <span className={classes['channelName']}>
              <HeadBox label={`${channelLabels[channel]} for all shown alert types`} rows={rows} of={[channel]} readOnly={readOnly} onToggle={onToggle} /> {channelLabels[channel]}
            </span>
            {blocked[channel] !== undefined && <Text component="span" fz="xs" fw={400} c="var(--sb-overridden)">{blocked[channel]}</Text>}
          </span>
        ))}
      </div>
      {categories.map((category) => {
        const inCategory = rows.filter((row) => row.category === category)
        return (
          <div key={category} role="rowgroup" aria-label={categoryLabels[category]}>
            <div role="row" className={`${classes['line']} ${classes['group']}`}>
              <span role="gridcell" className={classes['cell']}><Text span fz="sm" fw={620}>{categoryLabels[category]}</Text></span>
              <span role="gridcell" className={classes['cell']} />
              {channels.map((channel) => (
                <span key={channel} role="gridcell" className={`${classes['cell']} ${classes['channel']}`}>
                  <HeadBox label={`${channelLabels[channel]} for ${categoryLabels[category]}`} rows={inCategory} of={[channel]} readOnly={readOnly || category === 'unknown'} onToggle={onToggle} />
                </span>
              ))}
            </div>
            {rows.map((row, index) =>
              row.category !== category ? null : (
                <div role="row" key={row.name} className={classes['line']}>
                  <span {...cell(row, index, 0)} title={row.description}>
                    <HeadBox label={`Every channel for ${row.label}`} rows={[row]} of={channels} readOnly={readOnly || category === 'unknown'} onToggle={onToggle} />
                    <span className={classes['words']}>
                      <span className={classes['label']}>{row.label}</span>
                      {row.limit !== undefined && <LinkAnchor to="/w/$workspaceId/limits" params={{ workspaceId }} search={{ focus: row.limit }} fz="xs" tabIndex={-1} aria-label={`Limit of ${row.label}`}>limit</LinkAnchor>}
                      {hasHistory && isAlertType(row.name) && (
                        <LinkAnchor to="/w/$workspaceId/raised-alerts" params={{ workspaceId }} search={{ type: row.name }} fz="xs" tabIndex={-1} aria-label={`History of ${row.label}`} {...(ongoing.has(row.name) ? { c: 'var(--sb-danger-text)' } : {})}>
                          {ongoing.has(row.name) ? `${ongoing.get(row.name)} now` : 'history'}
                        </LinkAnchor>
                      )}
                      <span className={`mono ${classes['name']}`}>{row.name}</span>
                    </span>
                  </span>
                  <span {...cell(row, index, 1, classes['channel'])}><Checkbox size="xs" checked disabled aria-label={`Internal for ${row.label}: always on`} tabIndex={-1} onChange={() => {}} /></span>
                  {channels.map((channel, offset) => (
                    <span key={channel} {...cell(row, index, 2 + offset, classes['channel'])} data-changed={row.changed[channel]}>
                      <Checkbox size="xs" checked={row.on[channel]} onChange={() => onToggle([row], [channel])} disabled={readOnly || category === 'unknown'} aria-label={`${channelLabels[channel]} for ${row.label}`} tabIndex={-1} />
                    </span>
                  ))}
                </div>
              ),
            )}
          </div>
        )
      })}
    </div>
    {rows.length === 0 && <Text p="md" fz="sm" c="dimmed">No alert type passes these filters.</Text>}
    </>
  )
}
