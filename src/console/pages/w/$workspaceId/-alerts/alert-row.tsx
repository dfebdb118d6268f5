import { linkOptions } from '@tanstack/react-router'
import { dequal } from 'dequal'
import { memo } from 'react'
import { serverTime } from '@/console/browser/server-time'
import { channelLabels, channels } from '@/console/edits/member-path'
import { isSwitchable, type AlertRow } from '@/console/grids/alert-rows'
import { severityColors } from '@/console/layout/severity-badge'
import { cellProps, type SelectedCells } from '@/console/table/use-grid'
import { Breakable } from '@/console/ui/breakable'
import { formatDayAndHour, formatListDay } from '@/console/ui/format/format-date'
import { GridCheckbox } from '@/console/ui/inputs/grid-checkbox'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { isAlertType, type Alert, type AlertSeverity } from '@/contract/alerts'
import { ToggleAllBox, type OnToggle } from './toggle-all-box'
import classes from './alert-matrix.module.css'

/** The column of the first channel, after the alert type and the internal list. */
export const firstChannelColumn = 2

/** What a row shows of the latest alert of its type. */
interface LastAlert {
  severity: AlertSeverity
  isOngoing: boolean
  since: string
}

/** Leaves out what changes when an alert is refreshed, so that its row is not rendered again. */
export function toLastAlert(alert: Alert | undefined): LastAlert | undefined {
  return (
    alert && {
      severity: alert.severity,
      isOngoing: alert.status === 'ongoing',
      since: alert.createdAt,
    }
  )
}

interface AlertRowProps {
  row: AlertRow
  index: number
  workspaceId: string
  readOnly: boolean
  last: LastAlert | undefined
  /** Undefined if it is not muted. */
  mutedUntil: string | undefined
  hasHistory: boolean
  selected: SelectedCells
  onToggle: OnToggle
  onSelect: (row: number, column: number, extend: boolean) => void
}

/** One row. Memoized, so that it renders again only if its content changes. */
export const AlertRowView = memo(function AlertRowView({
  row,
  index,
  workspaceId,
  readOnly,
  last,
  mutedUntil,
  hasHistory,
  selected,
  onToggle,
  onSelect,
}: AlertRowProps) {
  const isFixed = readOnly || !isSwitchable(row)
  const cell = (column: number, kind = '') => ({
    ...cellProps(row.name, column, selected),
    className: `${classes['cell']} ${kind}`,
    onMouseDown: (event: React.MouseEvent) => onSelect(index, column, event.shiftKey),
  })
  return (
    <div role="row" className={classes['line']}>
      <span {...cell(0)} title={row.description}>
        <ToggleAllBox
          label={`Every channel for ${row.label}`}
          rows={[row]}
          channels={channels}
          readOnly={isFixed}
          onToggle={onToggle}
        />
        <AlertSummary
          name={row.name}
          label={row.label}
          limit={row.limit}
          workspaceId={workspaceId}
          last={last}
          mutedUntil={mutedUntil}
          hasHistory={hasHistory}
        />
      </span>
      <span {...cell(1, classes['channel'])}>
        <GridCheckbox
          tabIndex={-1}
          label={`Internal for ${row.label}: always on`}
          state="on"
          disabled
          onToggle={() => {}}
        />
      </span>
      {channels.map((channel, offset) => (
        <span
          key={channel}
          {...cell(firstChannelColumn + offset, classes['channel'])}
          data-changed={row.changed[channel]}
        >
          <GridCheckbox
            tabIndex={-1}
            label={`${channelLabels[channel]} for ${row.label}`}
            state={row.on[channel] ? 'on' : 'off'}
            disabled={isFixed}
            onToggle={() => onToggle([row], [channel])}
          />
        </span>
      ))}
    </div>
  )
}, dequal)

type AlertSummaryProps = Pick<AlertRow, 'name' | 'label' | 'limit'> &
  Pick<AlertRowProps, 'workspaceId' | 'last' | 'mutedUntil' | 'hasHistory'>

/** Says when the latest alert was raised, if any. */
function describeLast(last: LastAlert | undefined): string {
  if (last === undefined) return 'history'
  return last.isOngoing ? `${last.severity} now` : `last ${formatListDay(last.since, serverTime())}`
}

/**
 * The name of an alert type with links, and its latest alert. Memoized separately, because links
 * are more expensive to render than checkboxes and no toggle changes them.
 */
const AlertSummary = memo(function AlertSummary({
  name,
  label,
  limit,
  workspaceId,
  last,
  mutedUntil,
  hasHistory,
}: AlertSummaryProps) {
  const when = describeLast(last)
  const muted = mutedUntil && `muted until ${formatDayAndHour(mutedUntil)}`
  const raised =
    hasHistory && isAlertType(name)
      ? linkOptions({
          to: '/w/$workspaceId/raised-alerts',
          params: { workspaceId },
          search: { type: name },
        })
      : undefined
  return (
    <span className={classes['words']}>
      <span className={classes['label']}>{label}</span>
      {limit !== undefined && (
        <LinkAnchor
          to="/w/$workspaceId/limits"
          params={{ workspaceId }}
          search={{ focus: limit }}
          fz="xs"
          tabIndex={-1}
          aria-label={`Limit of ${label}`}
        >
          limit
        </LinkAnchor>
      )}
      {raised && (
        <LinkAnchor
          {...raised}
          fz="xs"
          tabIndex={-1}
          aria-label={`History of ${label}: ${when}`}
          {...(last?.isOngoing === true ? { c: severityColors[last.severity] } : {})}
        >
          {when}
        </LinkAnchor>
      )}
      {raised && muted && (
        <LinkAnchor
          {...raised}
          fz="xs"
          tabIndex={-1}
          aria-label={`${label} is ${muted}`}
          className={classes['muted']}
        >
          {muted}
        </LinkAnchor>
      )}
      <span className={`mono ${classes['name']}`}>
        <Breakable text={name} />
      </span>
    </span>
  )
}, dequal)
