import { sql } from 'kysely'
import type { Dependencies } from '../../core/context'
import { errorText } from '../../core/error-text'
import { claim, retryTime, workOff, type Queue } from '../../queue/queue'
import type { WorkspaceRow } from '../../store/schema'

const minDelaySeconds = 5
const maxDelaySeconds = 3600

export const mirrorQueue: Queue = {
  table: 'workspaces',
  dueColumn: 'operator_limits_mirror_due',
  attemptsColumn: 'operator_limits_mirror_attempts',
  condition: sql`operator_limits_mirror_due is not null`,
  leaseSeconds: 30,
  delaySeconds: (attempt) => Math.min(maxDelaySeconds, minDelaySeconds * 2 ** (attempt - 1)),
  maxDelaySeconds,
}

/** The outcome of an attempt, as the record of the workspace shows it. */
type SyncState = Pick<WorkspaceRow, 'operator_limits_synced_at' | 'operator_limits_sync_error'>

/** Saves the outcome. A record that changes gets another ETag. */
async function saveOutcome(
  { database }: Pick<Dependencies, 'database'>,
  workspace: WorkspaceRow,
  state: SyncState,
  retryAt: Date | undefined,
): Promise<void> {
  const isChanged =
    state.operator_limits_sync_error !== workspace.operator_limits_sync_error ||
    state.operator_limits_synced_at !== workspace.operator_limits_synced_at ||
    retryAt === undefined
  const row = database.updateTable('workspaces').where('id', '=', workspace.id)
  await row
    .set((column) => ({
      ...state,
      ...(isChanged ? { revision: column('revision', '+', 1) } : {}),
    }))
    .execute()
  await row
    // Limits set in the meantime are due again.
    .where('operator_limits_mirror_due', '=', workspace.operator_limits_mirror_due)
    .set(
      retryAt === undefined
        ? { operator_limits_mirror_due: null, operator_limits_mirror_attempts: 0 }
        : { operator_limits_mirror_due: retryAt },
    )
    .execute()
}

/** Mirrors the limits that have been due for the longest time. @returns whether there were any */
async function mirrorOne(dependencies: Dependencies): Promise<boolean> {
  const { database, clock, mirrorOperatorLimits } = dependencies
  const { rows } = await claim<WorkspaceRow>(mirrorQueue, clock()).execute(database)
  const [workspace] = rows
  if (workspace === undefined) return false
  const { operator_limits_synced_at: syncedAt, operator_limits_mirror_attempts: attempts } =
    workspace
  try {
    const outcome = await mirrorOperatorLimits({
      serviceInstanceId: workspace.service_instance_id ?? '',
      workspaceId: workspace.id,
      operatorLimits: workspace.operator_limits,
    })
    const isMirrored = outcome === 'mirrored'
    const state = {
      operator_limits_synced_at: isMirrored ? clock() : syncedAt,
      operator_limits_sync_error: isMirrored ? null : workspace.operator_limits_sync_error,
    }
    await saveOutcome(dependencies, workspace, state, undefined)
  } catch (error) {
    const state = {
      operator_limits_synced_at: syncedAt,
      operator_limits_sync_error: errorText(error),
    }
    const retryAt = retryTime(mirrorQueue, attempts, clock())
    await saveOutcome(dependencies, workspace, state, retryAt)
  }
  return true
}

/** Mirrors the operator limits that are due, until the server stops. */
export async function mirrorDueOperatorLimits(
  dependencies: Dependencies,
  stopping?: AbortSignal,
): Promise<void> {
  await workOff(() => mirrorOne(dependencies), stopping)
}
