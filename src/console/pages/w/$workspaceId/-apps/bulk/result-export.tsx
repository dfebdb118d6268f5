import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { download } from '@/console/browser/download'
import { CopyButton } from '@/console/ui/copy-button'
import type { ShownItem } from './outcomes'
import { asCsv, asText, type TicketContext } from './result-text'

interface ResultExportProps {
  items: readonly ShownItem[]
  context: Omit<TicketContext, 'ticket'>
  fileName: string
}

/** Exports a result as text for a ticket or as CSV. */
export function ResultExport({ items, context, fileName }: ResultExportProps) {
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
        value={asText(items, { ...context, ticket: ticket.trim() })}
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
