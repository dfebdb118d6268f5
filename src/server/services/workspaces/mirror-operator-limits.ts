import { sql } from 'kysely'
import type { Dependencies } from '@/server/core/context'
import { errorText } from '@/server/core/error-text'
import { retryTime, workOff, type Queue } from '@/server/queue/queue'
import type { WorkspaceRow } from '@/server/store/schema'

/** So that an instance that hangs does not hold up the limits of others. */
const atOnce = 4
const minDelaySeconds = 5
const maxDelaySeconds = 3600

export const mirrorQueue: Queue<'workspaces'> = {
  table: 'workspaces',
  dueColumn: 'operator_limits_mirror_due',
  attemptsColumn: 'operator_limits_mirror_attempts',
  condition: sql`operator_limits_mirror_due is not null`,
  leaseSeconds: 30,
  delaySeconds: (attempt) => Math.min(maxDelaySeconds, minDelaySeconds * 2 ** (attempt - 1)),
  maxDelaySeconds,
}

/** The outcome of an attempt. */
interface Outcome {
  /** What the record of the workspace shows. */
  state: Partial<Pick<WorkspaceRow, 'operator_limits_synced_at' | 'operator_limits_sync_error'>>
  /** Absent if nothing is left to do. */
  retryAt?: Date | undefined
}

/** Sends the limits of a workspace to the instance that owns it. */
async function mirror(
  { clock, log, mirrorOperatorLimits }: Dependencies,
  workspace: WorkspaceRow,
): Promise<Outcome> {
  try {
    const result = await mirrorOperatorLimits({
      serviceInstanceId: workspace.service_instance_id ?? '',
      workspaceId: workspace.id,
      operatorLimits: workspace.operator_limits,
    })
    return result === 'mirrored'
      ? { state: { operator_limits_synced_at: clock(), operator_limits_sync_error: null } }
      : { state: { operator_limits_sync_error: null } }
  } catch (error) {
    log.error({ error, workspaceId: workspace.id }, 'operator limits could not be mirrored')
    return {
      state: { operator_limits_sync_error: errorText(error) },
      retryAt: retryTime(mirrorQueue, workspace.operator_limits_mirror_attempts, clock()),
    }
  }
}

/** Saves the outcome. A record that changes gets another ETag. */
async function saveOutcome(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  workspace: WorkspaceRow,
  { state, retryAt }: Outcome,
): Promise<void> {
  const isChanged =
    retryAt === undefined ||
    state.operator_limits_sync_error !== workspace.operator_limits_sync_error
  const row = database.updateTable('workspaces').where('id', '=', workspace.id)
  if (isChanged)
    await row.set((column) => ({ ...state, revision: column('revision', '+', 1) })).execute()
  const { numUpdatedRows } = await row
    // Limits set in the meantime are due again.
    .where('operator_limits_mirror_due', '=', workspace.operator_limits_mirror_due)
    .set(
      retryAt === undefined
        ? { operator_limits_mirror_due: null, operator_limits_mirror_attempts: 0 }
        : { operator_limits_mirror_due: retryAt },
    )
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  // If another server has sent them already, these may have arrived later.
  await row
    .where('operator_limits_mirror_due', 'is', null)
    .set({ operator_limits_mirror_due: clock() })
    .execute()
}

/** Mirrors the operator limits that are due, until the server stops. */
export async function mirrorDueOperatorLimits(
  dependencies: Dependencies,
  stopping?: AbortSignal,
): Promise<void> {
  const mirrorOne = async (workspace: WorkspaceRow) =>
    saveOutcome(dependencies, workspace, await mirror(dependencies, workspace))
  const workers = Array.from({ length: atOnce }, () =>
    workOff(mirrorQueue, dependencies, mirrorOne, stopping),
  )
  await Promise.all(workers)
}
