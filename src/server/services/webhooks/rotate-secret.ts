import { maxPreviousSecrets, secretOverlapHours } from '../../../contract/deliveries'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { workspaceEntry, workspaces } from '../../core/find-workspace'
import { ServiceError } from '../../core/service-error'
import { writing } from '../../core/writing'
import { newWebhookSecret, validPreviousSecrets } from '../../notifications/webhook-signature'

/**
 * Replaces the secret that signs webhooks. Earlier ones also sign until their own overlap ends.
 * @throws not_found, conflict, access_denied
 */
export async function rotateWebhookSecret(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['rotateWebhookSecret']>,
): Promise<ResponseOf<Operations['rotateWebhookSecret']>> {
  const secret = newWebhookSecret()
  const sealed = await context.secretBox.seal(secret)
  const write = { operation: 'rotateWebhookSecret', resource: workspaces, id: params.id } as const
  return writing(context, write, async (transaction, before) => {
    const now = context.clock()
    const previous = validPreviousSecrets(before, now)
    const [oldest] = previous
    if (oldest !== undefined && previous.length >= maxPreviousSecrets)
      throw new ServiceError(
        'conflict',
        `${previous.length} earlier webhook secrets still sign: rotate again after ${oldest.until}`,
      )
    const current = before.encrypted_webhook_secret
    const until =
      current === null
        ? undefined
        : new Date(now.getTime() + secretOverlapHours * 3_600_000).toISOString()
    if (current !== null && until !== undefined) previous.push({ encryptedSecret: current, until })
    await transaction
      .updateTable('workspaces')
      .set({
        encrypted_webhook_secret: sealed,
        previous_webhook_secrets: JSON.stringify(previous),
      })
      .where('id', '=', before.id)
      .execute()
    const changes = [{ path: 'webhookSecret', before: '(masked)', after: '(masked)' }]
    return {
      result: { secret, ...(until === undefined ? {} : { previousSecretUntil: until }) },
      entries: [{ ...workspaceEntry(before), changes }],
    }
  })
}
