import { Checkbox } from '@mantine/core'
import { dequal } from 'dequal'
import { memo } from 'react'
import { isAlertType, type AlertSeverity } from '../../../../../contract/alerts'
import { LinkAnchor } from '../../../../layout/link-anchor'
import classes from './alert-matrix.module.css'
import { HeadBox, type OnToggle } from './head-box'
import { channelLabels, channels, type AlertRow } from './matrix'

interface AlertLineProps {
  row: AlertRow
  index: number
  workspaceId: string
  readOnly: boolean
  /** How bad the alert is that goes on now. */
  ongoing: AlertSeverity | undefined
  hasHistory: boolean
  /** First and last selected column; undefined when the row is not in the selection. */
  range: readonly [first: number, last: number] | undefined
  activeColumn: number | undefined
  onToggle: OnToggle
  onSelect: (row: number, column: number, extend: boolean) => void
}

/** Redrawn only when something in it changes. */
export const AlertLine = memo(Line, dequal)

function Line({ row, index, workspaceId, readOnly, ongoing, hasHistory, range, activeColumn, onToggle, onSelect }: AlertLineProps) {
  const isFixed = readOnly || row.category === 'unknown'
  const cell = (column: number, kind = '') => ({
    role: 'gridcell',
    id: `alert-${row.name}-${column}`,
    'aria-selected': range !== undefined && column >= range[0] && column <= range[1],
    'data-active': column === activeColumn,
    className: `${classes['cell']} ${kind}`,
    onMouseDown: (event: React.MouseEvent) => onSelect(index, column, event.shiftKey),
  })
  return (
    <div role="row" className={classes['line']}>
      <span {...cell(0)} title={row.description}>
        <HeadBox label={`Every channel for ${row.label}`} rows={[row]} of={channels} readOnly={isFixed} onToggle={onToggle} />
        <span className={classes['words']}>
          <span className={classes['label']}>{row.label}</span>
          {row.limit !== undefined && <LinkAnchor to="/w/$workspaceId/limits" params={{ workspaceId }} search={{ focus: row.limit }} fz="xs" tabIndex={-1} aria-label={`Limit of ${row.label}`}>limit</LinkAnchor>}
          {hasHistory && isAlertType(row.name) && (
            <LinkAnchor to="/w/$workspaceId/raised-alerts" params={{ workspaceId }} search={{ type: row.name }} fz="xs" tabIndex={-1} aria-label={`History of ${row.label}`} {...(ongoing === undefined ? {} : { c: 'var(--sb-danger-text)' })}>
              {ongoing === undefined ? 'history' : `${ongoing} now`}
            </LinkAnchor>
          )}
          <span className={`mono ${classes['name']}`}>{row.name}</span>
        </span>
      </span>
      <span {...cell(1, classes['channel'])}><Checkbox size="xs" checked disabled aria-label={`Internal for ${row.label}: always on`} tabIndex={-1} onChange={() => {}} /></span>
      {channels.map((channel, offset) => (
        <span key={channel} {...cell(2 + offset, classes['channel'])} data-changed={row.changed[channel]}>
          <Checkbox size="xs" checked={row.on[channel]} onChange={() => onToggle([row], [channel])} disabled={isFixed} aria-label={`${channelLabels[channel]} for ${row.label}`} tabIndex={-1} />
        </span>
      ))}
    </div>
  )
}
