import { Group, Text } from '@mantine/core'
import type { Column } from '@/console/table/columns'
import { RecordTable } from '@/console/table/record-table'
import { TableMenu } from '@/console/table/table-menu'
import { useTableView } from '@/console/table/table-view'
import { formatDateTime } from '@/console/ui/format/format-date'
import type { ChartMark } from './chart-marks'
import type { Step } from './steps'

interface Row extends Step {
  id: string
  /** What happened to the limit in the step. */
  events: string
}

const columns: readonly Column<Row>[] = [
  {
    name: 'at',
    label: 'From',
    value: ({ id }) => id,
    cell: ({ start }) => formatDateTime(start),
    width: [12, 2],
  },
  { name: 'used', label: 'Accepted', value: ({ used }) => used, width: [6, 1], isFigure: true },
  {
    name: 'refused',
    label: 'Refused',
    value: ({ refused }) => refused,
    width: [6, 1],
    isFigure: true,
  },
  { name: 'peak', label: 'Peak', value: ({ peak }) => peak, width: [6, 1], isFigure: true },
  { name: 'events', label: 'Events', value: ({ events }) => events, width: [12, 3] },
]

interface UsageTableProps {
  steps: readonly Step[]
  marks: readonly ChartMark[]
  fileName: string
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** The data of the chart as a table, latest first, without steps in which nothing happened. */
export function UsageTable({ steps, marks, fileName, sort, onSort }: UsageTableProps) {
  const rows = steps
    .map((step) => ({
      ...step,
      id: new Date(step.start).toISOString(),
      events: marks
        .filter(({ start }) => start === step.start)
        .map(({ text }) => text)
        .join(' · '),
    }))
    .filter(({ used, refused, peak, events }) => used + refused + peak > 0 || events !== '')
    .toReversed()
  const table = useTableView('usage', columns)
  if (rows.length === 0)
    return (
      <Text fz="sm" c="dimmed" p="xs">
        No usage in this span.
      </Text>
    )
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <TableMenu view={table} fileName={fileName} readAll={async () => rows} />
      </Group>
      <RecordTable
        label="Usage by time"
        rows={rows}
        view={table}
        sort={sort}
        onSort={onSort}
        wraps
      />
    </>
  )
}
