import { sql } from 'kysely'
import type { LimitName } from '@/contract/limits'
import type { RequestContext } from '@/server/core/context'
import type { Attempt } from '@/server/core/ports/usage-log'
import type { Queryable } from '@/server/store/database'
import { recordVerdict, refusalOf } from './admit-request'
import { effectiveMaximum, meterRequest, readLimitSources } from './effective-limit'
import { LimitExceeded } from './limit-exceeded'

const creations = [
  'workspaceElementCreationsPerSecond',
  'workspaceElementCreationsPerHour',
] as const satisfies readonly LimitName[]
const total = 'totalNumberOfWorkspaceElements' satisfies LimitName

/**
 * Counts the elements of a workspace: connectors, custom apps and actions, except archived ones.
 */
export async function countElements(database: Queryable, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ elements: number }>`
    select count(*)::int as elements
    from (
      select workspace_id, archived_at from connectors
      union all select workspace_id, archived_at from apps
      union all select workspace_id, archived_at from actions
    ) as elements
    where workspace_id = ${workspaceId} and archived_at is null`.execute(database)
  return rows[0]?.elements ?? 0
}

/**
 * Checks that a workspace has room for elements that are created or restored. Call it in the
 * transaction that adds them, after it has locked the workspace, so that no others are added
 * meanwhile.
 * @returns the use to count once the transaction is committed
 * @throws rate_limit_exceeded
 */
export async function admitElements(
  context: RequestContext,
  transaction: Queryable,
  workspaceId: string,
  added: number,
): Promise<Attempt> {
  const sources = await readLimitSources(transaction, workspaceId)
  const max = effectiveMaximum(sources, total)
  const level = (await countElements(transaction, workspaceId)) + added
  const attempt: Attempt = { workspaceId, limit: total, level, max, refused: level > max }
  if (!attempt.refused) return attempt
  context.usage.record(attempt)
  throw new LimitExceeded(total, max)
}

/**
 * Counts the creation of an element, unless it fails. The meter is called before the transaction
 * begins, because it uses another connection, which a busy pool may not have while transactions
 * wait.
 * @throws rate_limit_exceeded, and what `create` throws
 */
export async function creating<Result>(
  context: RequestContext,
  workspaceId: string,
  create: () => Promise<Result>,
): Promise<Result> {
  const sources = await readLimitSources(context.database, workspaceId)
  const verdict = await context.meter.take(
    creations.map((limit) => meterRequest(sources, limit, workspaceId)),
  )
  const refusal = refusalOf(verdict)
  if (refusal !== undefined) {
    recordVerdict(context, workspaceId, verdict)
    throw refusal
  }
  try {
    const created = await create()
    recordVerdict(context, workspaceId, verdict)
    return created
  } catch (error) {
    // The caller gets the first error, whether or not the release succeeds.
    await context.meter.release(verdict.levels).catch(() => {})
    throw error
  }
}
