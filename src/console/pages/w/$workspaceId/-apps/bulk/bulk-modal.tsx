import { Button, Group, Modal, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { serverTime } from '@/console/browser/server-time'
import { useTokenFacts } from '@/console/session/use-session'
import { formatUtc } from '@/console/ui/format/format-date'
import { isBusy, isDone, type BulkStage } from './bulk-stage'
import type { ShownItem } from './outcomes'
import { ResultExport } from './result-export'
import { ResultSheet } from './result-sheet'

interface BulkModalProps {
  verb: 'archive' | 'restore'
  workspaceName: string
  stage: BulkStage
  items: readonly ShownItem[] | undefined
  /** In milliseconds; undefined before it is started. */
  startedAt: number | undefined
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
  stage,
  items,
  startedAt,
  batch,
  notes,
  children,
  footer,
  onClose,
}: BulkModalProps) {
  const actor = useTokenFacts()?.name ?? 'Unknown'
  const { before, after, busy } = titles[verb]
  const isLocked = isBusy(stage)

  useBlocker({
    shouldBlockFn: () => {
      if (isLocked) notifications.show({ message: `${busy}: wait for the result` })
      return isLocked
    },
    enableBeforeUnload: () => isLocked,
  })

  return (
    <Modal
      opened
      onClose={onClose}
      title={isDone(stage) ? after : before}
      size="lg"
      closeOnClickOutside={!isLocked}
      closeOnEscape={!isLocked}
      withCloseButton={!isLocked}
    >
      <Stack gap="sm">
        <ResultSheet items={items} stage={stage}>
          {notes}
        </ResultSheet>
        {children}
        {isDone(stage) && items !== undefined && startedAt !== undefined && (
          <ResultExport
            items={items}
            fileName={`${verb}d-apps.csv`}
            context={{
              workspace: workspaceName,
              actor,
              when: formatUtc(serverTime(startedAt)),
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
  stage: BulkStage
  onClose: () => void
}

/** Closes a bulk dialog. It is the main button once there is a result. */
export function CloseButton({ stage, onClose }: CloseButtonProps) {
  return (
    <Button
      variant={isDone(stage) ? 'filled' : 'default'}
      disabled={isBusy(stage)}
      onClick={onClose}
      data-autofocus={isDone(stage) || undefined}
    >
      {isDone(stage) ? 'Done' : 'Cancel'}
    </Button>
  )
}
