import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { ErrorAlert } from '@/console/layout/error-alert'
import { formatCount } from '@/console/ui/format/format-count'
import { FileChooser } from '@/console/ui/inputs/file-chooser'
import { GrowingTextarea } from '@/console/ui/inputs/growing-textarea'
import { useTextFile } from '@/console/ui/inputs/use-text-file'
import { countEntries, resolveList, type LookUp, type ResolvedList } from './selectors'

interface PasteModalProps {
  action: 'archive' | 'restore'
  /** The pasted text; the page keeps it when the dialog is closed. */
  text: string
  onText: (text: string) => void
  lookUp: LookUp
  /** Whether a name means an app of the public catalog, before one of the workspace. */
  isPublic: boolean
  onList: (list: ResolvedList) => void
  onClose: () => void
}

/** Asks for a list of keys, names, ids or uuids, for example from a ticket. */
export function PasteModal({
  action,
  text,
  onText,
  lookUp,
  isPublic,
  onList,
  onClose,
}: PasteModalProps) {
  const count = countEntries(text)
  const { readFile, fileError } = useTextFile({ text, onText })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => resolveList(text, lookUp, { isPublic, isArchived: action === 'restore' }),
  })

  function submit() {
    // A callback of `mutate` is dropped when the dialog is closed in the meantime.
    if (count > 0 && !isPending) mutate(undefined, { onSuccess: onList })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={action === 'archive' ? 'Archive a list' : 'Restore a list'}
      size="lg"
    >
      <Stack gap="sm">
        <GrowingTextarea
          label="Keys, names, IDs or UUIDs"
          description="One per line or comma-separated; duplicates are ignored."
          value={text}
          error={fileError}
          errorProps={{ role: 'alert' }}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={getHotkeyHandler([['mod+Enter', submit]])}
          minRows={6}
          maxRows={16}
          data-autofocus
        />
        <FileChooser
          accept=".csv,.tsv,.txt"
          onFile={(file) => void readFile(file)}
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
        />
        <ErrorAlert error={error} />
        <Group justify="space-between">
          <Text fz="sm" c="dimmed" aria-live="polite">
            {formatCount(count)} in the list
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={count === 0} loading={isPending} onClick={submit}>
              Preview
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  )
}
