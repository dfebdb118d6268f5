import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTestAlert } from '@/console/api/alerts'
import { deliveryQuery } from '@/console/api/webhooks'
import { channelLabels } from '@/console/edits/member-path'
import { AttemptOutcome } from '@/console/layout/attempt-outcome'
import { ErrorAlert } from '@/console/layout/error-alert'
import { DefinitionItem } from '@/console/ui/definition-list'
import { LinkAnchor } from '@/console/ui/link-anchor'

/** Shows the state of a delivery as it changes. */
function LiveDelivery({ workspaceId, id }: { workspaceId: string; id: string }) {
  const { data } = useQuery(deliveryQuery(workspaceId, id))
  const attempt = data?.response.attemptLog.at(-1)
  return (
    <Group role="status" gap="xs">
      {attempt === undefined ? (
        <Loader size="xs" role="status" aria-label="Sending" />
      ) : (
        <AttemptOutcome attempt={attempt} />
      )}
      <LinkAnchor to="/w/$workspaceId/deliveries" params={{ workspaceId }} search={{ id }} fz="xs">
        Delivery
      </LinkAnchor>
    </Group>
  )
}

const channelNames = { internal: 'Internal list', ...channelLabels }

/** Raises a test alert and shows its delivery on each channel. */
export function TestAlert({ workspaceId }: { workspaceId: string }) {
  const test = useTestAlert(workspaceId)
  return (
    <>
      <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
        Send a test alert
      </Button>
      <Modal
        opened={test.isSuccess || test.isError}
        onClose={() => test.reset()}
        title="Test alert"
      >
        <ErrorAlert error={test.error} />
        {test.data !== undefined && (
          <>
            <Stack gap="xs">
              {test.data.channels.map(({ channel, message, deliveryId }) => (
                <DefinitionItem key={channel} label={channelNames[channel]}>
                  {message}
                  {deliveryId !== undefined && (
                    <LiveDelivery workspaceId={workspaceId} id={deliveryId} />
                  )}
                </DefinitionItem>
              ))}
            </Stack>
            <Text fz="sm" mt="sm">
              <LinkAnchor
                to="/w/$workspaceId/raised-alerts"
                params={{ workspaceId }}
                search={{ type: 'testAlert' }}
                fz="sm"
              >
                All test alerts
              </LinkAnchor>
            </Text>
          </>
        )}
      </Modal>
    </>
  )
}
