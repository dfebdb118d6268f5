import { Alert } from '@mantine/core'
import { WebhookUriLink } from '@/console/layout/webhook-uri-link'
import { Breakable } from '@/console/ui/breakable'
import { countOf } from '@/console/ui/format/format-count'
import { formatDateTime } from '@/console/ui/format/format-date'
import { webhookDisabledAfterDays, type WebhookState } from '@/contract/deliveries'

interface WebhookProps {
  workspaceId: string
  /** Undefined until it is loaded. */
  webhook: WebhookState | undefined
}

/** Where webhooks are sent, if anywhere. */
export function Destination({ workspaceId, webhook }: WebhookProps) {
  if (webhook === undefined) return 'The webhooks of this workspace, and whether they arrived.'
  return webhook.uri === undefined ? (
    <>
      Nothing is sent: the workspace has{' '}
      <WebhookUriLink workspaceId={workspaceId}>no webhook URI</WebhookUriLink>.
    </>
  ) : (
    <>
      Sent to{' '}
      <span className="mono">
        <Breakable text={webhook.uri} />
      </span>{' '}
      at least once, signed. Kept for {countOf(webhook.retentionDays, 'day')}.
    </>
  )
}

/** Warns about a webhook that is disabled or has been failing. */
export function FailureNotice({ workspaceId, webhook }: WebhookProps) {
  if (webhook?.disabledAt !== undefined)
    return (
      <Alert color="danger" mb="sm" title="The webhook is disabled">
        Nothing has been sent since {formatDateTime(webhook.disabledAt)}: the address failed for
        {` ${countOf(webhookDisabledAfterDays, 'day')}, `}or responded that it is gone. Events are
        kept meanwhile.{' '}
        <WebhookUriLink workspaceId={workspaceId}>Test the address or save another</WebhookUriLink>,
        then retry the missed deliveries.
      </Alert>
    )
  if (webhook?.failingSince === undefined) return null
  return (
    <Alert color="caution" mb="sm">
      Deliveries have been failing since {formatDateTime(webhook.failingSince)}. They are retried
      after growing delays; “Retry failed…” sends them at once. After{' '}
      {countOf(webhookDisabledAfterDays, 'day')}, the webhook is disabled.
    </Alert>
  )
}
