import { Button, Group, Menu, Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useRecover } from '@/console/api/webhooks'
import { serverTime } from '@/console/browser/server-time'
import { showError } from '@/console/layout/show-error'
import { countOf } from '@/console/ui/format/format-count'

const hours = {
  'the last hour': 1,
  'the last day': 24,
  'the last week': 168,
  'the last 30 days': 720,
} as const

const hoursAgo = (count: number) => new Date(serverTime() - count * 3_600_000).toISOString()

/** What would be retried: deliveries since a time, which the preview and the retry share. */
interface Preview {
  label: string
  since: string
  count: number
}

const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')

/** Retries missed deliveries once the receiver works again, after a preview of how many. */
export function RecoverMenu({
  workspaceId,
  readOnlyReason,
}: {
  workspaceId: string
  /** Why nothing can be sent again; undefined if it can. */
  readOnlyReason: string | undefined
}) {
  const recover = useRecover(workspaceId)
  const [preview, setPreview] = useState<Preview>()

  function review(label: string, since: string) {
    recover.mutate(
      { since, validateOnly: true },
      {
        onSuccess: ({ count }) => {
          if (count > 0) setPreview({ label, since, count })
          else notifications.show({ message: 'No missed deliveries in that time' })
        },
        onError: showError,
      },
    )
  }

  function retry({ since, count: missed }: Preview) {
    setPreview(undefined)
    void recover.mutateAsync({ since, validateOnly: false }).then(({ count }) => {
      const retrying = `Retrying ${deliveries(count)}`
      const others = missed - count
      notifications.show({
        message: others > 0 ? `${retrying}, the oldest. Retry the others after them.` : retrying,
      })
    }, showError)
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            disabled={readOnlyReason !== undefined}
            title={readOnlyReason}
            loading={recover.isPending}
          >
            Retry failed…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Retry deliveries that didn’t arrive in</Menu.Label>
          {Object.entries(hours).map(([label, count]) => (
            <Menu.Item key={label} onClick={() => review(label, hoursAgo(count))}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {preview !== undefined && (
        <Modal
          opened
          onClose={() => setPreview(undefined)}
          title={`Retry ${deliveries(preview.count)}?`}
        >
          <Text fz="sm">
            {deliveries(preview.count)} of {preview.label} failed, stopped or wait for a retry. They
            are sent again to the current address with the same IDs, at once. Pings are left out.
          </Text>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => setPreview(undefined)}>
              Cancel
            </Button>
            <Button onClick={() => retry(preview)} data-autofocus>
              {`Retry ${deliveries(preview.count)}`}
            </Button>
          </Group>
        </Modal>
      )}
    </>
  )
}
