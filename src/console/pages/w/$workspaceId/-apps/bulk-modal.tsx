import { Button, Group, Modal, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTokenFacts } from '../../../../session/use-session'
import { formatUtc } from '../../../../ui/format-date'
import { serverTime } from '../../../../ui/server-time'
import type { ShownItem } from './outcomes'
import { ResultExport } from './result-export'
import { ResultSheet } from './result-sheet'

interface BulkModalProps {
  verb: 'archive' | 'restore'
  workspaceName: string
  items: readonly ShownItem[] | undefined
  /** Whether the preview is loading. */
  isLoading: boolean
  /** Whether results arrive one after another. */
  isRunning?: boolean
  /** Whether requests are running, whose results would be lost. */
  isBusy: boolean
  /** When it was performed, in milliseconds; undefined until all results are there. */
  doneAt: number | undefined
  /** A bulk archive that the API keeps, to find it again. */
  batch?: { id: string; link: string } | undefined
  /** Errors and warnings, shown above the list. */
  notes: ReactNode
  /** Shown between the list and the buttons. */
  children?: ReactNode
  footer: ReactNode
  onClose: () => void
}

const titles = {
  archive: { before: 'Archive apps', after: 'Archived', busy: 'Still archiving' },
  restore: { before: 'Restore apps', after: 'Restored', busy: 'Still restoring' },
}

/**
 * The dialog of a bulk operation: its preview, then its results and their export. While requests
 * are running it stays open, even on Back, because the results and their Undo would be lost.
 */
export function BulkModal({
  verb,
  workspaceName,
  items,
  isLoading,
  isRunning = false,
  isBusy,
  doneAt,
  batch,
  notes,
  children,
  footer,
  onClose,
}: BulkModalProps) {
  const actor = useTokenFacts()?.name ?? 'Unknown'
  const { before, after, busy } = titles[verb]

  useBlocker({
    shouldBlockFn: () => {
      if (isBusy) notifications.show({ message: `${busy}: wait for the result` })
      return isBusy
    },
    enableBeforeUnload: () => isBusy,
  })

  return (
    <Modal
      opened
      onClose={onClose}
      title={doneAt === undefined ? before : after}
      size="lg"
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
      withCloseButton={!isBusy}
    >
      <Stack gap="sm">
        <ResultSheet items={items} isLoading={isLoading} isRunning={isRunning}>
          {notes}
        </ResultSheet>
        {children}
        {doneAt !== undefined && items !== undefined && (
          <ResultExport
            items={items}
            fileName={`${verb}d-apps.csv`}
            context={{
              workspace: workspaceName,
              actor,
              when: formatUtc(serverTime(doneAt)),
              batchId: batch?.id,
              link: batch?.link,
            }}
          />
        )}
        <Group gap="xs" justify="flex-end">
          {footer}
        </Group>
      </Stack>
    </Modal>
  )
}

interface CloseButtonProps {
  isDone: boolean
  isBusy: boolean
  onClose: () => void
}

/** Closes a bulk dialog. It is the main button once there is a result. */
export function CloseButton({ isDone, isBusy, onClose }: CloseButtonProps) {
  return (
    <Button
      variant={isDone ? 'filled' : 'default'}
      disabled={isBusy}
      onClick={onClose}
      data-autofocus={isDone || undefined}
    >
      {isDone ? 'Done' : 'Cancel'}
    </Button>
  )
}
