import { webhookSecretOverlapHours } from '@/contract/deliveries'
import { maskedValue } from '@/contract/history'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { rotatedOut } from '@/server/core/secrets/previous-secrets'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { writing } from '@/server/core/writes/writing'
import { newWebhookSecret } from '@/server/notifications/webhook-signature'

/**
 * Rotates the secret that signs webhooks. Each earlier secret also signs until its overlap ends.
 * @throws not_found, conflict, access_denied
 */
export async function rotateWebhookSecret(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['rotateWebhookSecret']>,
): Promise<ResponseOf<Operations['rotateWebhookSecret']>> {
  const secret = newWebhookSecret()
  const sealed = await context.secretBox.seal(secret)
  const write = { operation: 'rotateWebhookSecret', records: workspaces, id: params.id } as const
  return writing(context, write, async (transaction, before) => {
    const now = context.clock()
    const current = before.encrypted_webhook_secret
    const until = secondsAfter(now, webhookSecretOverlapHours * 3600).toISOString()
    const previous =
      current === null
        ? []
        : rotatedOut(before.previous_webhook_secrets, { encryptedSecret: current, until }, now)
    await transaction
      .updateTable('workspaces')
      .set({
        encrypted_webhook_secret: sealed,
        previous_webhook_secrets: JSON.stringify(previous),
      })
      .where('id', '=', before.id)
      .execute()
    const changes = [{ path: 'webhookSecret', before: maskedValue, after: maskedValue }]
    return {
      result: { secret, previousSecretUntil: current === null ? undefined : until },
      entries: [{ ...workspaceEntry(before), changes }],
    }
  })
}
