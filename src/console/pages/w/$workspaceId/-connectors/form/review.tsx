import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ReasonField, type ChangeReason } from '@/console/forms/change-reason'
import { RequestTabs, type ShownRequest } from '@/console/forms/request-tabs'
import { ErrorAlert } from '@/console/layout/error-alert'
import { keepOpenWhile } from '@/console/ui/keep-open-while'

interface ReviewProps {
  /** What someone else has changed since the review was opened. */
  news?: ReactNode
  title: string
  request: ShownRequest
  /** What the request changes. */
  changes?: ReactNode
  /** Why the change is made; undefined where that is not asked for. */
  reason?: ChangeReason
  action: 'Create' | 'Save'
  error: Error | null | undefined
  pending: boolean
  onAct: () => void
  /** Not called while the request is pending, since the result is shown here. */
  onClose: () => void
}

/** Shows the request that creates or changes a connector, and sends it. */
export function Review({
  news,
  title,
  request,
  changes,
  reason,
  action,
  error,
  pending,
  onAct,
  onClose,
}: ReviewProps) {
  return (
    <Modal
      opened
      {...keepOpenWhile(pending, onClose)}
      title={title}
      size={changes === undefined ? 'lg' : 'xl'}
    >
      <Stack gap="sm">
        {news}
        <RequestTabs requests={[request]} changes={changes} />
        {reason !== undefined && <ReasonField reason={reason} disabled={pending} />}
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={pending}>
            Back to editing
          </Button>
          <Button
            loading={pending}
            disabled={reason?.error !== undefined}
            onClick={onAct}
            data-autofocus
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
