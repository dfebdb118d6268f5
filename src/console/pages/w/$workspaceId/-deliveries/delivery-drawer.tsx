import { Button, Drawer, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { deliveryQuery, useResend } from '@/console/api/webhooks'
import { AttemptOutcome } from '@/console/layout/attempt-outcome'
import { ErrorAlert } from '@/console/layout/error-alert'
import { showError } from '@/console/layout/show-error'
import { Breakable } from '@/console/ui/breakable'
import { CodeBlock } from '@/console/ui/code/code-block'
import { indentJson } from '@/console/ui/code/indent-json'
import { CopyButton } from '@/console/ui/copy-button'
import { formatDateTime } from '@/console/ui/format/format-date'
import type { DeliveryWithAttempts } from '@/contract/deliveries'
import { describeEvent } from '@/contract/webhook-events'
import { DeliveryBadge } from './delivery-badge'

interface DeliveryDrawerProps {
  workspaceId: string
  id: string
  /** Why it can't be sent again; undefined if it can. */
  readOnlyReason: string | undefined
  onClose: () => void
}

/** One delivery with its body and every attempt. */
export function DeliveryDrawer({ workspaceId, id, readOnlyReason, onClose }: DeliveryDrawerProps) {
  const { data, error, refetch } = useQuery(deliveryQuery(workspaceId, id))
  const delivery = data?.response
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={
        delivery === undefined ? (
          'Delivery'
        ) : (
          <Group gap="xs">
            <span className="mono">{delivery.eventType}</span>
            <DeliveryBadge status={delivery.status} />
          </Group>
        )
      }
    >
      <ErrorAlert error={error} onRetry={refetch} />
      {delivery === undefined && error === null && (
        <Loader size="sm" role="status" aria-label="Loading" />
      )}
      {delivery !== undefined && (
        <Stack gap="sm">
          <Text fz="sm" c="dimmed">
            {describeEvent(delivery.eventType)}
          </Text>
          <Group justify="space-between">
            <Text fz="xs" className="mono">
              webhook-id {delivery.id} <CopyButton value={delivery.id} label="Copy ID" iconOnly />
            </Text>
            <Resend workspaceId={workspaceId} id={id} readOnlyReason={readOnlyReason} />
          </Group>
          <Attempts delivery={delivery} />
          <Body body={delivery.body} />
        </Stack>
      )}
    </Drawer>
  )
}

function Resend({ workspaceId, id, readOnlyReason }: Omit<DeliveryDrawerProps, 'onClose'>) {
  const resend = useResend(workspaceId)
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={readOnlyReason !== undefined}
      title={readOnlyReason}
      loading={resend.isPending}
      onClick={() => void resend.mutateAsync(id).catch(showError)}
    >
      Resend
    </Button>
  )
}

function Attempts({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { attemptLog, nextAttemptAt } = delivery
  return (
    <>
      <Text component="h3" fz="sm" fw={620} m={0}>
        Attempts
      </Text>
      {attemptLog.length === 0 && (
        <Text fz="sm" c="dimmed">
          None yet.
        </Text>
      )}
      {attemptLog.map((attempt, index) => (
        <div
          key={attempt.startedAt + index}
          className="panel"
          style={{ padding: 'var(--mantine-spacing-xs)' }}
        >
          <Group justify="space-between" gap="xs">
            <AttemptOutcome attempt={attempt} />
            <Text fz="xs" c="dimmed" className="figures">
              {formatDateTime(attempt.startedAt)}
            </Text>
          </Group>
          <Text fz="xs" c="dimmed" className="mono" style={{ overflowWrap: 'anywhere' }}>
            <Breakable text={attempt.uri} />
          </Text>
          {attempt.responseExcerpt !== undefined && (
            <CodeBlock label="Response">{attempt.responseExcerpt}</CodeBlock>
          )}
        </div>
      ))}
      {nextAttemptAt !== undefined && (
        <Text fz="sm">Next attempt: {formatDateTime(nextAttemptAt)}</Text>
      )}
    </>
  )
}

/** The body that is sent, and how its signature is checked. */
function Body({ body }: { body: string }) {
  return (
    <>
      <Group justify="space-between">
        <Text component="h3" fz="sm" fw={620} m={0}>
          Body
        </Text>
        <CopyButton value={body} label="Copy body" />
      </Group>
      <CodeBlock label="Body">{indentJson(body)}</CodeBlock>
      <Text fz="xs" c="dimmed">
        {'Signed per Standard Webhooks 1.0: check '}
        <span className="mono">webhook-signature</span>
        {' with the webhook secret, over '}
        <span className="mono">webhook-id</span>
        {', '}
        <span className="mono">webhook-timestamp</span>
        {' and the body. The ID stays the same with every attempt.'}
      </Text>
    </>
  )
}
