import { Badge, Text } from '@mantine/core'
import { memo } from 'react'
import { labelOf } from '@/console/edits/member-path'
import { listChangeText, shortTexts } from '@/console/edits/value-text'
import { rowCountText } from '@/console/table/row-count-text'
import { Details } from '@/console/ui/details'
import { formatTime } from '@/console/ui/format/format-date'
import { IconChevronRight } from '@/console/ui/icons.gen'
import { LinkAnchor } from '@/console/ui/link-anchor'
import type { AuditEvent } from '@/contract/history'
import { describeEvent, endOf } from './describe-event'
import classes from './event-row.module.css'

/** More changes than these are left to the entry itself. */
const maxChangesShown = 3

/** The changes that a row shows: of a record that was there before, and only a few. */
function shownChanges({ operation, changes }: AuditEvent): AuditEvent['changes'] {
  const isUpdate = /^(update|set)/.test(operation)
  return isUpdate && changes.length <= maxChangesShown ? changes : []
}

/** Why a change was made. */
function Reason({ of: { reason } }: { of: AuditEvent }) {
  return (
    reason !== undefined && (
      <Text span fz="xs" lineClamp={2}>
        Reason: {reason}
      </Text>
    )
  )
}

interface EventRowProps {
  workspaceId: string
  event: AuditEvent
  /** The filters that the link to the entry keeps. */
  search: Readonly<Record<string, string | undefined>>
}

/** One entry of the history: who did what, with old and new values. */
const EventRow = memo(function EventRow({ workspaceId, event, search }: EventRowProps) {
  return (
    <div className={`panel ${classes['row']}`}>
      <Text fz="xs" c="dimmed" className={`figures ${classes['time']}`}>
        {formatTime(event.createdAt)}
      </Text>
      <div className={classes['text']}>
        <Text fz="sm">
          <b>{event.actor.name}</b>{' '}
          <LinkAnchor
            to="/w/$workspaceId/history"
            params={{ workspaceId }}
            search={{ ...search, id: event.id }}
            resetScroll={false}
            fz="sm"
            underline="always"
          >
            {describeEvent(event)}
          </LinkAnchor>
        </Text>
        {shownChanges(event).map(({ path, before, after }) => (
          <Text key={path} fz="xs" c="dimmed" className="figures">
            {labelOf(path)}:{' '}
            {listChangeText(before, after) ?? <ChangedText before={before} after={after} />}
          </Text>
        ))}
        <Reason of={event} />
      </div>
      <div className={classes['badges']}>
        {event.actor.role === 'operator' && (
          <Badge size="sm" variant="filled" color="gray.7">
            operator
          </Badge>
        )}
        {event.outcome !== 'done' && (
          <Badge
            size="sm"
            variant="filled"
            color={endOf(event) === 'refused' ? 'danger.7' : 'gray.7'}
          >
            {endOf(event)}
          </Badge>
        )}
      </div>
    </div>
  )
})

function ChangedText({ before, after }: { before?: unknown; after?: unknown }) {
  const [old, now] = shortTexts(before, after)
  return (
    <>
      <bdi>{old}</bdi> →{' '}
      <b>
        <bdi>{now}</bdi>
      </b>
    </>
  )
}

/** A bulk action as one row that opens to its entries. */
export function EventGroup({
  events,
  hasMore,
  ...props
}: Omit<EventRowProps, 'event'> & {
  events: readonly [AuditEvent, ...AuditEvent[]]
  /** Whether more entries may belong to it that are not loaded. */
  hasMore: boolean
}) {
  const [first, ...others] = events
  if (others.length === 0) return <EventRow {...props} event={first} />
  return (
    <Details
      summaryClass={`panel ${classes['row']}`}
      summary={
        <>
          <Text span fz="xs" c="dimmed" className={`figures ${classes['time']}`}>
            {formatTime(first.createdAt)}
          </Text>
          <Text span fz="sm" className={classes['text']}>
            <b>{first.actor.name}</b> {describeEvent(first)} and{' '}
            {rowCountText(others.length, ['entry', 'entries'], hasMore)} like it
            <Reason of={first} />
          </Text>
          <IconChevronRight size={14} className={classes['chevron']} aria-hidden />
        </>
      }
    >
      <div style={{ paddingLeft: 'var(--mantine-spacing-lg)' }}>
        {events.map((event) => (
          <EventRow key={event.id} {...props} event={event} />
        ))}
      </div>
    </Details>
  )
}
