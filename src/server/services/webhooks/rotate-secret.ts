import { maxPreviousSecrets, secretOverlapHours } from '../../../contract/deliveries'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import { accessDenied, ServiceError } from '../../core/service-error'
import { findWorkspace } from '../../core/find-workspace'
import { newWebhookSecret, validPreviousSecrets } from '../../notifications/webhook-signature'

/**
 * Makes a new secret for signing webhooks. Each earlier one signs until the end of its own overlap.
 * @throws not_found, conflict, access_denied
 */
export async function rotateWebhookSecret(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['rotateWebhookSecret']>,
): Promise<ResponseOf<Operations['rotateWebhookSecret']>> {
  const secret = newWebhookSecret()
  const sealed = await context.secretBox.seal(secret)
  return context.database.transaction().execute(async (transaction) => {
    const before = await findWorkspace(context, transaction, params.id, { forUpdate: true })
    if (before.archived_at !== null)
      throw new ServiceError('conflict', 'This workspace is archived: restore it first')
    if (before.is_read_only)
      throw accessDenied(
        'This workspace is read-only: set isReadOnly to false before rotating its webhook secret',
      )
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
    await audit(context, transaction, {
      operation: 'rotateWebhookSecret',
      workspaceId: before.id,
      subject: { type: 'workspace', id: before.id, name: before.name },
      changes: [{ path: 'webhookSecret', before: '(masked)', after: '(masked)' }],
    })
    return { secret, ...(until === undefined ? {} : { previousSecretUntil: until }) }
  })
}
