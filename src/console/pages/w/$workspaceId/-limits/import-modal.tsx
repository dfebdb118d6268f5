import { Button, FileButton, Group, Modal, Stack, Table, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { userLocale } from '../../../../ui/locale'
import { formatStored } from '../../../../ui/quantity'
import { changesOf, readImport, type ImportedLine } from './exchange'
import type { CellChange, LimitRow } from '../../../../forms/limit-rows'

interface ImportModalProps {
  rows: readonly LimitRow[]
  title: string
  /** What is looked at first; a person may change it. */
  initial?: string
  onChange: (changes: readonly CellChange[]) => void
  onClose: () => void
}

function Outcome({ outcome }: Pick<ImportedLine, 'outcome'>) {
  const shown = (value: number | null | undefined) =>
    value === undefined || value === null ? 'the default' : formatStored(value, userLocale)
  switch (outcome.kind) {
    case 'change':
      return (
        <>
          {shown(outcome.from)} → <b>{shown(outcome.to)}</b>
        </>
      )
    case 'same':
      return (
        <Text span c="dimmed" fz="inherit">
          no change
        </Text>
      )
    case 'error':
      return (
        <Text span c="var(--sb-danger-text)" fz="inherit">
          {outcome.reason}
        </Text>
      )
  }
}

/** Brings values in from CSV, a spreadsheet or JSON, after showing line by line what that would do. */
export function ImportModal({ rows, title, initial = '', onChange, onClose }: ImportModalProps) {
  const [text, setText] = useState(initial)
  const lines = readImport(text, rows)
  const changes = typeof lines === 'string' ? [] : changesOf(lines)
  const count = new Set(changes.map(({ name }) => name)).size
  const faulty =
    typeof lines === 'string' ? 0 : lines.filter(({ outcome }) => outcome.kind === 'error').length
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="sm">
        <Textarea
          label="Values"
          description="CSV or TSV with name and value, or JSON. '1.5k', '2 min' and '3 GB' are understood; an empty value clears."
          classNames={{ input: 'mono' }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={4}
          maxRows={10}
          data-autofocus
        />
        <FileButton
          accept=".csv,.tsv,.json,text/csv,application/json"
          onChange={(file) => void file?.text().then(setText)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              style={{ alignSelf: 'flex-start' }}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
        {typeof lines === 'string' ? (
          <Text fz="sm" c="dimmed">
            {lines}.
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={0} mah={280} type="native">
            <Table fz="sm" stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Line</Table.Th>
                  <Table.Th>Limit</Table.Th>
                  <Table.Th>What it does</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {lines.map((line) => (
                  <Table.Tr key={line.line}>
                    <Table.Td>{line.line}</Table.Td>
                    <Table.Td className="mono">{line.name}</Table.Td>
                    <Table.Td>
                      <Outcome outcome={line.outcome} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <Group justify="flex-end">
          {faulty > 0 && (
            <Text fz="sm" c="var(--sb-danger-text)">
              {faulty} {faulty === 1 ? 'line is' : 'lines are'} left out
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={count === 0}
            onClick={() => {
              onChange(changes)
              onClose()
            }}
          >
            Put {count} {count === 1 ? 'value' : 'values'} into the grid
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
