import { Group, Text } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { moveSelection, selectCell } from '@/console/table/grid-selection'
import { formatCount } from '@/console/ui/format/format-count'
import { formatHour, formatHourOfDay, formatWeekday } from '@/console/ui/format/format-date'
import { hoursOfDay, type HeatCell, type HeatDay } from './heat-map'
import classes from './usage-heat-map.module.css'

/** Describes an hour: when, how many requests, and how many of them were refused. */
function describe({ start, used, refused, peak }: HeatCell): string {
  const time = `${formatWeekday(start)}, ${formatHour(start)}`
  return (
    `${time}: ${formatCount(used)} accepted, ${formatCount(refused)} refused, ` +
    `peak ${formatCount(peak)}`
  )
}

interface HeatRowProps {
  day: HeatDay
  row: number
  /** The hour that Tab reaches, in this row. */
  active: number | undefined
  onPoint: (row: number, column: number) => void
}

function HeatRow({ day, row, active, onPoint }: HeatRowProps) {
  return (
    <div role="row" className={classes['row']}>
      <span role="rowheader">{formatWeekday(day.start)}</span>
      {day.hours.map((cell, hour) => (
        <span
          role="gridcell"
          className={classes['cell']}
          key={hour}
          data-place={`${row} ${hour}`}
          data-heat={cell?.heat}
          data-refused={(cell?.refused ?? 0) > 0 || undefined}
          tabIndex={active === hour ? 0 : -1}
          onFocus={() => onPoint(row, hour)}
          onMouseEnter={() => onPoint(row, hour)}
        >
          <span className={classes['text']}>
            {cell === undefined
              ? 'No data'
              : `${formatCount(cell.used)} accepted, ${formatCount(cell.refused)} refused`}
          </span>
        </span>
      ))}
    </div>
  )
}

/** Shows the usage of a week by day and hour, darker where there was more. */
export function UsageHeatMap({ days }: { days: readonly HeatDay[] }) {
  const [[row, column], setPlace] = useState<[number, number]>([days.length - 1, 12])
  const pointed = days[row]?.hours[column]

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const size = { rows: days.length, columns: hoursOfDay }
    const next = moveSelection(event, selectCell(row, column), size)?.focus
    if (next === undefined) return
    event.preventDefault()
    const place = `[data-place="${next.row} ${next.column}"]`
    event.currentTarget.querySelector<HTMLElement>(place)?.focus()
  }

  return (
    <>
      <Text fz="sm" c="dimmed" className="figures" mb="xs">
        {pointed === undefined ? 'The last 7 days' : describe(pointed)}
      </Text>
      <div className={`panel ${classes['panel']}`}>
        <div
          role="grid"
          tabIndex={-1}
          aria-label="Requests of the last 7 days by day and hour"
          onKeyDown={onKeyDown}
        >
          <div role="row" className={classes['row']}>
            <span role="columnheader">
              <span className={classes['text']}>Day</span>
            </span>
            {Array.from({ length: hoursOfDay }, (_, hour) => (
              <span key={hour} role="columnheader" data-labelled={hour % 6 === 0 || undefined}>
                <span>{formatHourOfDay(new Date(2000, 0, 1, hour))}</span>
              </span>
            ))}
          </div>
          {days.map((day, index) => (
            <HeatRow
              key={day.start}
              day={day}
              row={index}
              active={index === row ? column : undefined}
              onPoint={(toRow, toColumn) => setPlace([toRow, toColumn])}
            />
          ))}
        </div>
        <Group gap="0.375rem 1rem" mt="xs" aria-hidden>
          <Group gap={6}>
            <Text fz="xs" c="dimmed">
              Fewer
            </Text>
            {[0, 1, 2, 3, 4].map((heat) => (
              <span key={heat} className={classes['key']} data-heat={heat} />
            ))}
            <Text fz="xs" c="dimmed">
              more requests
            </Text>
          </Group>
          <Group gap={6}>
            <span className={classes['key']} data-heat={0} data-refused />
            <Text fz="xs" c="dimmed">
              some refused
            </Text>
          </Group>
        </Group>
      </div>
    </>
  )
}
