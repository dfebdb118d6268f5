import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { countOf, formatCount } from '@/console/ui/format/format-count'
import { FileChooser } from '@/console/ui/inputs/file-chooser'
import { GrowingTextarea } from '@/console/ui/inputs/growing-textarea'
import { useTextFile } from '@/console/ui/inputs/use-text-file'

/** One line of an import with its effect. */
export interface ImportLine {
  line: number
  name: string
  outcome:
    | { kind: 'change'; from: string; to: string }
    | { kind: 'same' }
    | { kind: 'error'; reason: string }
}

/** The source of an import: a text, a file, or another workspace. */
export interface ImportSource {
  title: string
  /** The values of another workspace, as an export; undefined to ask for a text. */
  text?: string
}

interface ImportDialogProps<Read extends { lines: readonly ImportLine[] }> {
  source: ImportSource
  /** The label of the text field, and its supported formats. */
  label: string
  description: string
  /** The accepted file types, for the `accept` attribute. */
  accept: string
  /** @returns the effect of the text, or an error message if it can't be read */
  read: (text: string) => Read | string
  onApply: (read: Read) => void
  onClose: () => void
}

function Outcome({ outcome }: Pick<ImportLine, 'outcome'>) {
  switch (outcome.kind) {
    case 'change':
      return (
        <>
          <bdi>{outcome.from}</bdi> →{' '}
          <b>
            <bdi>{outcome.to}</bdi>
          </b>
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

/** Previews the changes of an import line by line, and applies them to the unsaved values. */
export function ImportDialog<Read extends { lines: readonly ImportLine[] }>({
  source,
  label,
  description,
  accept,
  read: readText,
  onApply,
  onClose,
}: ImportDialogProps<Read>) {
  const [text, setText] = useState(source.text ?? '')
  const { readFile, fileError } = useTextFile({ text, onText: setText })
  const isCopy = source.text !== undefined
  const read = text.trim() === '' ? 'Nothing to import yet' : readText(text)
  const lines = typeof read === 'string' ? [] : read.lines
  const shown = isCopy ? lines.filter(({ outcome }) => outcome.kind !== 'same') : lines
  const countLines = (kind: ImportLine['outcome']['kind']) =>
    lines.filter(({ outcome }) => outcome.kind === kind).length
  const [changes, errors] = [countLines('change'), countLines('error')]
  return (
    <Modal opened onClose={onClose} title={source.title} size="lg">
      <Stack gap="sm">
        {!isCopy && (
          <>
            <GrowingTextarea
              label={label}
              description={description}
              value={text}
              error={fileError}
              errorProps={{ role: 'alert' }}
              onChange={(event) => setText(event.currentTarget.value)}
              minRows={4}
              maxRows={10}
              data-autofocus
            />
            <FileChooser
              accept={accept}
              onFile={(file) => void readFile(file)}
              size="compact-sm"
              style={{ alignSelf: 'flex-start' }}
            />
          </>
        )}
        {typeof read === 'string' && (
          <Text fz="sm" c="dimmed" role="status">
            {read}.
          </Text>
        )}
        {isCopy && lines.length > shown.length && (
          <Text fz="sm" c="dimmed">
            {shown.length === 0
              ? 'Nothing differs.'
              : `${lines.length - shown.length} others are the same.`}
          </Text>
        )}
        {shown.length > 0 && (
          <Table.ScrollContainer minWidth={0} mah={280} type="native" tabIndex={0}>
            <Table fz="sm" stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  {!isCopy && <Table.Th>Line</Table.Th>}
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Change</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map((line, index) => (
                  // Lines have no other identity: a name can be listed twice.
                  <Table.Tr key={index}>
                    {!isCopy && <Table.Td>{line.line}</Table.Td>}
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
          {errors > 0 && (
            <Text fz="sm" c="var(--sb-danger-text)">
              {formatCount(errors)} {errors === 1 ? 'line is' : 'lines are'} ignored
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={changes === 0}
            onClick={() => {
              if (typeof read !== 'string') onApply(read)
              onClose()
            }}
          >
            Apply {countOf(changes, 'value')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
