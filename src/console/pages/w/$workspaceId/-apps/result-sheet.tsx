import { Badge, Button, Group, Loader, Table, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { CopyButton } from '../../../../ui/copy-button'
import { download } from '../../../../ui/download'
import {
  asCsv,
  asText,
  countsOf,
  outcomeLabels,
  repeatsOf,
  resultOf,
  rowsOf,
  type ShownItem,
  type ShownOutcome,
  type TicketFacts,
} from './outcomes'

const goodOutcomes: ReadonlySet<ShownOutcome> = new Set([
  'archived',
  'would_archive',
  'restored',
  'would_restore',
])

interface ResultSheetProps {
  items: readonly ShownItem[] | undefined
  /** Whether the preview is loading. */
  isLoading: boolean
  /** Whether the counts change too often to be announced each time. */
  isRunning: boolean
  /** Shown between the counts and the apps. */
  children?: ReactNode
}

/** Shows the number of apps with each outcome of a bulk action, and the result of each app. */
export function ResultSheet({ items, isLoading, isRunning, children }: ResultSheetProps) {
  const [filter, setFilter] = useState<ShownOutcome>()
  const counts = items === undefined ? [] : countsOf(items)
  const repeats = items === undefined ? undefined : repeatsOf(items)
  const chosen = counts.some(([outcome]) => outcome === filter) ? filter : undefined
  return (
    <>
      <Group gap={6} role="status" aria-live={isRunning ? 'off' : 'polite'}>
        {isLoading ? (
          <>
            <Loader size="xs" aria-hidden />
            <Text fz="sm">Checking what this would do</Text>
          </>
        ) : (
          <>
            {counts.map(([outcome, number]) => (
              <Badge
                key={outcome}
                component="button"
                type="button"
                size="md"
                tt="none"
                color={goodOutcomes.has(outcome) ? 'signal' : 'gray'}
                variant={outcome === chosen ? 'filled' : 'light'}
                aria-pressed={outcome === chosen}
                disabled={counts.length === 1}
                style={{ cursor: counts.length === 1 ? 'default' : 'pointer' }}
                title={counts.length === 1 ? undefined : 'Show only these'}
                onClick={() => setFilter(outcome === chosen ? undefined : outcome)}
              >
                {number} {outcomeLabels[outcome]}
              </Badge>
            ))}
            {repeats !== undefined && (
              <Badge size="md" tt="none" color="gray">
                {repeats}
              </Badge>
            )}
          </>
        )}
      </Group>
      {children}
      {items !== undefined && (
        <AppTable
          items={chosen === undefined ? items : items.filter(({ outcome }) => outcome === chosen)}
        />
      )}
    </>
  )
}

const maxShown = 500

/** Lists apps, with their results if `withResults` is set. */
export function AppTable({
  items,
  withResults = true,
}: {
  items: readonly ShownItem[]
  withResults?: boolean
}) {
  const rows = rowsOf(items)
  return (
    <Table.ScrollContainer minWidth={0} mah={340} type="native">
      <Table fz="sm" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>App</Table.Th>
            <Table.Th>Key</Table.Th>
            {withResults && <Table.Th>Result</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, maxShown).map((item) => (
            <Table.Tr key={item.id ?? item.selector}>
              <Table.Td>
                {item.name ?? (
                  <Text span c="dimmed" fz="inherit">
                    {item.selector}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="mono">{item.key}</Table.Td>
              {withResults && (
                <Table.Td>
                  {resultOf(item)}
                  {item.names.length > 1 && (
                    <Text span c="dimmed" fz="xs">
                      {' '}
                      · named as {item.names.join(', ')}
                    </Text>
                  )}
                  {(item.connections ?? 0) > 0 && (
                    <Text span c="dimmed" fz="xs">
                      {' '}
                      · {item.connections} connected
                    </Text>
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > maxShown && (
        <Text fz="xs" c="dimmed" p="xs">
          and {rows.length - maxShown} more, all in the CSV
        </Text>
      )}
    </Table.ScrollContainer>
  )
}

/** Exports a result as text for a ticket or as CSV. */
export function ResultExport({
  items,
  facts,
  fileName,
}: {
  items: readonly ShownItem[]
  facts: Omit<TicketFacts, 'ticket'>
  fileName: string
}) {
  const [ticket, setTicket] = useState('')
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        size="xs"
        label="Ticket number"
        placeholder="Optional"
        w={130}
        value={ticket}
        onChange={(event) => setTicket(event.currentTarget.value)}
      />
      <CopyButton
        value={asText(items, { ...facts, ticket: ticket.trim() })}
        label="Copy for a ticket"
      />
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => download(fileName, 'text/csv', asCsv(items))}
      >
        Download CSV
      </Button>
    </Group>
  )
}
