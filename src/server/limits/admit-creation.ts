import { sql } from 'kysely'
import type { LimitName } from '../../contract/limits'
import type { Queryable } from '../store/database'
import type { RequestContext } from '../core/context'
import { recordVerdict, limitExceededError } from './admit-request'
import { effectiveMaximum, meterRequest } from './effective-limit'
import type { LimitSources } from '../../contract/limits'
import { LimitExceeded } from './limit-exceeded'

const creations = [
  'workspaceElementCreationsPerSecond',
  'workspaceElementCreationsPerHour',
] as const satisfies readonly LimitName[]
const total = 'totalNumberOfWorkspaceElements' satisfies LimitName

/** How many elements a workspace holds: connectors, apps of its own and actions, without those that are archived. */
export async function elementsOf(database: Queryable, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ elements: number }>`
    select ((select count(*) from connectors where workspace_id = ${workspaceId} and archived_at is null)
      + (select count(*) from apps where workspace_id = ${workspaceId} and archived_at is null)
      + (select count(*) from actions where workspace_id = ${workspaceId} and archived_at is null))::int as elements`.execute(
    database,
  )
  return rows[0]?.elements ?? 0
}

async function limitsOf(database: Queryable, workspaceId: string): Promise<LimitSources> {
  const { limits, operator_limits: operatorLimits } = await database
    .selectFrom('workspaces')
    .select(['limits', 'operator_limits'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { limits, operatorLimits }
}

/**
 * Makes sure that a workspace has room for elements that are created in it or come back to it. Call
 * it in the transaction that adds them, which holds the workspace so that no others are added
 * meanwhile.
 * @throws rate_limit_exceeded
 */
export async function admitElements(
  context: RequestContext,
  transaction: Queryable,
  workspaceId: string,
  added: number,
): Promise<void> {
  const layers = await limitsOf(transaction, workspaceId)
  const max = effectiveMaximum(layers, total)
  const level = (await elementsOf(transaction, workspaceId)) + added
  context.usage.record({ workspaceId, limit: total, level, max, refused: level > max })
  if (level > max) throw new LimitExceeded(total, max)
}

/**
 * Counts the creation of an element, unless it fails. The meter is asked before the transaction
 * begins: it has a connection of its own, which a pooler may not have left for it once many
 * transactions wait.
 * @throws rate_limit_exceeded, and what `create` throws
 */
export async function creating<Result>(
  context: RequestContext,
  workspaceId: string,
  create: () => Promise<Result>,
): Promise<Result> {
  const layers = await limitsOf(context.database, workspaceId)
  const verdict = await context.meter.take(
    creations.map((limit) => meterRequest(layers, limit, workspaceId)),
  )
  const refusal = verdict.accepted ? undefined : limitExceededError(verdict.levels)
  if (refusal !== undefined) {
    recordVerdict(context, workspaceId, verdict)
    throw refusal
  }
  try {
    const created = await create()
    recordVerdict(context, workspaceId, verdict)
    return created
  } catch (error) {
    // What failed is told to the caller either way.
    await context.meter.release(verdict.levels).catch(() => {})
    throw error
  }
}
