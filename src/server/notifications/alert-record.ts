import type { Selectable } from 'kysely'
import type { Alert } from '@/contract/alerts'
import type { AlertsTable } from '@/server/store/schema'

export type AlertRow = Selectable<AlertsTable>

/** The columns of an alert as the API shows it. */
export const alertColumns = [
  'id',
  'workspace_id',
  'key',
  'type',
  'severity',
  'status',
  'description',
  'created_at',
  'updated_at',
  'last_seen_at',
  'resolved_at',
] as const satisfies readonly (keyof AlertsTable)[]

type ListedAlert = Pick<AlertRow, (typeof alertColumns)[number]>

/** Converts a row to an alert as the API shows it. */
export function alertRecord(row: ListedAlert, orgId: string): Alert {
  return {
    id: row.id,
    key: row.key,
    type: row.type,
    severity: row.severity,
    status: row.status,
    description: row.description,
    workspaceId: row.workspace_id,
    orgId,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString(),
  }
}
