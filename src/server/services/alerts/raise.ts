import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { AlertSeverity, AlertType } from '../../../contract/alerts'
import type { Queryable } from '../../store/database'
import type { AlertRow } from './record'

export interface Occasion {
  workspaceId: string
  type: AlertType
  severity: AlertSeverity
  description: string
}

export interface Raised {
  alert: AlertRow
  /** Whether somebody has to be told: it is new, or worse than before. */
  isNews: boolean
}

/** Raises an alert, or marks the ongoing one of its type as seen again. There is never more than one ongoing of a type in a workspace. */
export async function raiseAlert(transaction: Queryable, now: Date, { workspaceId, type, severity, description }: Occasion): Promise<Raised> {
  const before = await transaction
    .selectFrom('alerts')
    .select(['id', 'severity'])
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', type)
    .where('status', '=', 'ongoing')
    .forUpdate()
    .executeTakeFirst()
  const isWorse = before?.severity === 'warning' && severity === 'critical'
  if (before !== undefined && !isWorse) {
    const alert = await transaction.updateTable('alerts').set({ last_seen_at: now }).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow()
    return { alert, isNews: false }
  }
  const id = uuid()
  const alert = await transaction
    .insertInto('alerts')
    .values({ id, workspace_id: workspaceId, key: type, type, severity, description, created_at: now, updated_at: now, last_seen_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'type'])
        .where('status', '=', sql.lit('ongoing'))
        .doUpdateSet({ severity, description, updated_at: now, last_seen_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return { alert, isNews: alert.id === id || isWorse }
}

/** Resolves what has not been seen for a minute. @returns what was resolved */
export async function resolveQuietAlerts(transaction: Queryable, now: Date, quietSeconds: number): Promise<AlertRow[]> {
  return transaction
    .updateTable('alerts')
    .set({ status: 'resolved', resolved_at: now, updated_at: now })
    .where('status', '=', 'ongoing')
    .where(sql<boolean>`last_seen_at <= ${new Date(now.getTime() - quietSeconds * 1000)}`)
    .returningAll()
    .execute()
}
