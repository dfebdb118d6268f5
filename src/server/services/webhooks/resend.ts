import { sql, type SqlBool } from 'kysely'
import type { Delivery } from '../../../contract/deliveries'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Queryable } from '../../store/database'
import { audit } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import { ServiceError } from '../../core/service-error'
import { findWorkspace } from '../../core/find-workspace'
import type { WorkspaceRow } from '../../store/schema'
import { findDelivery } from './find'
import { deliveryRecord } from '../../notifications/delivery-record'

/** Where a workspace sends to. Sending by hand means that it is to be tried again, were it switched off. @throws conflict without an address */
async function requeueDeliveries(transaction: Queryable, workspace: WorkspaceRow): Promise<void> {
  if (workspace.archived_at !== null)
    throw new ServiceError('conflict', 'This workspace is archived: restore it first')
  if (workspace.webhook_uri === null)
    throw new ServiceError('conflict', 'This workspace has no webhook URI: save one first')
  await transaction
    .updateTable('workspaces')
    .set({ webhook_disabled_at: null, webhook_failing_since: null })
    .where('id', '=', workspace.id)
    .execute()
}

const subjectOf = ({ id, name }: WorkspaceRow) => ({ type: 'workspace' as const, id, name })

/** Sends a delivery again, now, under its id. @throws not_found, conflict */
export async function resendWebhookDelivery(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['resendWebhookDelivery']>,
): Promise<Delivery> {
  return context.database.transaction().execute(async (transaction) => {
    const { workspace_id: workspaceId } = await findDelivery(context, transaction, params.id)
    const workspace = await findWorkspace(context, transaction, workspaceId, { forUpdate: true })
    await requeueDeliveries(transaction, workspace)
    const delivery = await findDelivery(context, transaction, params.id, { forUpdate: true })
    await audit(context, transaction, {
      operation: 'resendWebhookDelivery',
      workspaceId,
      subject: subjectOf(workspace),
      changes: [{ path: 'webhookDelivery', after: delivery.id }],
    })
    if (delivery.is_leased) return deliveryRecord(delivery)
    const row = await transaction
      .updateTable('webhook_deliveries')
      .set({ status: 'pending', attempts: 0, next_attempt_at: context.clock(), finished_at: null })
      .where('id', '=', delivery.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return deliveryRecord(row)
  })
}

/** Sends again what failed or was stopped since then, oldest first. @throws not_found, conflict */
export async function recoverWebhookDeliveries(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['recoverWebhookDeliveries']>,
): Promise<{ count: number }> {
  return context.database.transaction().execute(async (transaction) => {
    const workspace = await findWorkspace(context, transaction, params.id, { forUpdate: true })
    await requeueDeliveries(transaction, workspace)
    await audit(context, transaction, {
      operation: 'recoverWebhookDeliveries',
      workspaceId: workspace.id,
      subject: subjectOf(workspace),
      changes: [{ path: 'since', after: body.since }],
    })
    const { numUpdatedRows } = await transaction
      .updateTable('webhook_deliveries')
      .set({
        status: 'pending',
        attempts: 0,
        next_attempt_at: context.clock(),
        is_leased: false,
        finished_at: null,
      })
      .where('workspace_id', '=', workspace.id)
      .where('status', 'in', ['failed', 'stopped'])
      .where(sql<SqlBool>`created_at >= ${new Date(body.since)}`)
      .executeTakeFirstOrThrow()
    return { count: Number(numUpdatedRows) }
  })
}
