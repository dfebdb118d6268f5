import type { WebhookState } from '@/contract/deliveries'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { findWorkspace } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { unexpired } from '@/server/core/secrets/previous-secrets'

/** Reads the state of the webhook of a workspace. @throws not_found */
export async function getWebhook(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['getWebhook']>,
): Promise<WebhookState> {
  const row = await findWorkspace(context, context.database, params.id)
  const previous = unexpired(row.previous_webhook_secrets, context.clock())
  return {
    uri: row.webhook_uri ?? undefined,
    retentionDays: context.retention.deliveries,
    hasSecret: row.encrypted_webhook_secret !== null,
    previousSecretsUntil: previous.length === 0 ? undefined : previous.map(({ until }) => until),
    failingSince: row.webhook_failing_since?.toISOString(),
    disabledAt: row.webhook_disabled_at?.toISOString(),
  }
}
