import { Button, Group, Modal, Stack, Text, type ButtonProps } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { resettingText, useResetDemo } from '@/console/api/demo'
import { keepOpenWhile } from '@/console/ui/keep-open-while'
import { ErrorAlert } from './error-alert'

interface ResetDemoProps {
  workspaceId: string
  size?: ButtonProps['size']
  onReset?: () => void
}

/** Resets all workspaces of the demo, after a confirmation. */
export default function ResetDemo({ workspaceId, size, onReset }: ResetDemoProps) {
  const reset = useResetDemo(workspaceId)
  const [isAsking, setAsking] = useState(false)

  function confirm() {
    reset.mutate(undefined, {
      onSuccess: () => {
        setAsking(false)
        onReset?.()
        notifications.show({ message: 'Demo reset' })
      },
    })
  }

  return (
    <>
      <Button variant="default" {...(size && { size })} onClick={() => setAsking(true)}>
        Reset demo
      </Button>
      <Modal
        opened={isAsking}
        {...keepOpenWhile(reset.isPending, () => setAsking(false))}
        title="Reset the demo?"
      >
        <Stack gap="sm">
          <Text fz="sm" role="status">
            {reset.isPending
              ? resettingText
              : 'Every workspace of the demo gets its initial data. It takes a few seconds.'}
          </Text>
          <ErrorAlert error={reset.error} />
          <Group justify="flex-end">
            <Button variant="default" disabled={reset.isPending} onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button color="danger" loading={reset.isPending} onClick={confirm}>
              Reset demo
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
