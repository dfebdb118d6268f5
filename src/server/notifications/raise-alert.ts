import { sql } from 'kysely'
import type { AlertSeverity, AlertType } from '@/contract/alerts'
import type { Queryable } from '@/server/store/database'
import { recordId } from '@/server/store/record-id'
import type { AlertRow } from './alert-record'

export interface AlertTrigger {
  workspaceId: string
  type: AlertType
  severity: AlertSeverity
  description: string
}

export interface RaiseResult {
  alert: AlertRow
  /** Whether this escalated it from warning to critical. */
  hasEscalated: boolean
}

/**
 * Raises an alert, or marks the active one of its type as seen again. A workspace never has more
 * than one active alert of a type.
 */
export async function raiseAlert(
  transaction: Queryable,
  now: Date,
  { workspaceId, type, severity, description }: AlertTrigger,
): Promise<RaiseResult> {
  const before = await transaction
    .selectFrom('alerts')
    .select(['id', 'severity'])
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .where('status', '=', 'ongoing')
    .forUpdate()
    .executeTakeFirst()
  if (before !== undefined) {
    const isWorse = before.severity === 'warning' && severity === 'critical'
    const seen = {
      last_seen_at: now,
      ...(isWorse ? { severity, description, updated_at: now } : {}),
    }
    return {
      alert: await transaction
        .updateTable('alerts')
        .set(seen)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
      hasEscalated: isWorse,
    }
  }
  const alert = await transaction
    .insertInto('alerts')
    .values({
      id: recordId(now),
      workspace_id: workspaceId,
      key: type,
      type,
      severity,
      description,
      created_at: now,
      updated_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'type'])
        .where('status', '=', sql.lit('ongoing'))
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  // Another server raised it meanwhile, so it exists now.
  return alert === undefined
    ? raiseAlert(transaction, now, { workspaceId, type, severity, description })
    : { alert, hasEscalated: false }
}
