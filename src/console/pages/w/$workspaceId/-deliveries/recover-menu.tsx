import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { toApiError } from '../../../../api/api-error'
import { useRecover } from '../../../../api/webhooks'

const hours = {
  'the last hour': 1,
  'the last day': 24,
  'the last week': 168,
  'the last 30 days': 720,
} as const

const hoursAgo = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString()

/** Retries missed deliveries, once the receiver works again. */
export function RecoverMenu({ workspaceId }: { workspaceId: string }) {
  const recover = useRecover(workspaceId)
  const since = (count: number) =>
    recover.mutate(hoursAgo(count), {
      onSuccess: ({ count: sent }) =>
        notifications.show({
          message:
            sent === 0
              ? 'No failed or stopped deliveries in that time'
              : `Retrying ${sent} ${sent === 1 ? 'delivery' : 'deliveries'}`,
        }),
      onError: (error) =>
        notifications.show({ color: 'danger', message: toApiError(error).message }),
    })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={recover.isPending}>
          Recover…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Retry failed and stopped deliveries of</Menu.Label>
        {Object.entries(hours).map(([label, count]) => (
          <Menu.Item key={label} onClick={() => since(count)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
