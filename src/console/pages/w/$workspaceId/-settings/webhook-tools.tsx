import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { secretOverlapHours } from '../../../../../contract/deliveries'
import { faultOf } from '../../../../api/fault'
import { usePing, useRotateWebhookSecret, webhookQuery } from '../../../../api/webhooks'
import { extensionsQuery } from '../../../../api/workspaces'
import { CopyButton } from '../../../../layout/copy-button'
import { LinkAnchor } from '../../../../layout/link-anchor'
import { AttemptOutcome } from '../-deliveries/delivery-drawer'
import { moment } from '../../../../layout/moment'

/** What can be done with a webhook address besides saving it: trying it, and changing what signs. */
export function WebhookTools({
  workspaceId,
  uri,
  readOnly,
}: {
  workspaceId: string
  uri: string
  readOnly: boolean
}) {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  const { data } = useQuery({ ...webhookQuery(workspaceId), enabled: hasExtensions === true })
  const ping = usePing(workspaceId)
  const rotate = useRotateWebhookSecret(workspaceId)
  if (hasExtensions !== true) return null
  const state = data?.answer
  const showFault = (error: unknown) =>
    notifications.show({ color: 'danger', message: faultOf(error).message })
  return (
    <Stack gap={6} mt={6}>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={uri === ''}
          loading={ping.isPending}
          onClick={() => ping.mutate(uri, { onError: showFault })}
        >
          Send a ping
        </Button>
        {!readOnly && (
          <Button
            size="compact-sm"
            variant="default"
            loading={rotate.isPending}
            onClick={() => rotate.mutate(undefined, { onError: showFault })}
          >
            {state?.hasSecret === true ? 'Rotate the webhook secret' : 'Make a webhook secret'}
          </Button>
        )}
        <LinkAnchor to="/w/$workspaceId/deliveries" params={{ workspaceId }} fz="sm">
          Deliveries
        </LinkAnchor>
      </Group>
      {ping.data !== undefined && (
        <div role="status">
          <AttemptOutcome attempt={ping.data} />
        </div>
      )}
      {state?.switchedOffAt !== undefined && (
        <Alert color="danger" p="xs">
          Switched off since {moment(state.switchedOffAt)}. A ping that the saved address accepts,
          or another address, switches it on.
        </Alert>
      )}
      {state?.previousSecretUntil !== undefined && (
        <Text fz="xs" c="dimmed">
          The secret before the last rotation signs too until {moment(state.previousSecretUntil)}.
        </Text>
      )}
      {rotate.data !== undefined && (
        <Modal opened onClose={() => rotate.reset()} title="The webhook secret">
          <Stack gap="sm">
            <Text fz="sm">
              Copy it now: it is not shown again. Receivers check signatures with it.
              {rotate.data.previousSecretUntil === undefined
                ? ''
                : ` The one before signs too for ${secretOverlapHours} hours.`}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <code style={{ overflowWrap: 'anywhere' }}>{rotate.data.secret}</code>
              <CopyButton value={rotate.data.secret} label="Copy secret" />
            </Group>
          </Stack>
        </Modal>
      )}
    </Stack>
  )
}
