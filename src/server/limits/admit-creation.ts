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

async function assertBelowTotal(
  context: RequestContext,
  transaction: Queryable,
  { workspaceId, layers, added }: { workspaceId: string; layers: LimitSources; added: number },
): Promise<void> {
  const max = effectiveMaximum(layers, total)
  const level = (await elementsOf(transaction, workspaceId)) + added
  context.usage.record({ workspaceId, limit: total, level, max, refused: level > max })
  if (level > max) throw new LimitExceeded(total, max)
}

/**
 * Makes sure that a workspace has room for elements that come back to it. Call it in the
 * transaction that restores them, which holds the workspace so that no others are added meanwhile.
 * @throws rate_limit_exceeded
 */
export async function admitElements(
  context: RequestContext,
  transaction: Queryable,
  workspaceId: string,
  added: number,
): Promise<void> {
  const layers = await limitsOf(transaction, workspaceId)
  await assertBelowTotal(context, transaction, { workspaceId, layers, added })
}

/**
 * Counts the creation of an element. Call it in the transaction that creates it.
 * @throws rate_limit_exceeded
 */
export async function admitCreation(
  context: RequestContext,
  transaction: Queryable,
  workspaceId: string,
): Promise<void> {
  const layers = await limitsOf(transaction, workspaceId)
  await assertBelowTotal(context, transaction, { workspaceId, layers, added: 1 })

  const verdict = await context.meter.take(
    creations.map((limit) => meterRequest(layers, limit, workspaceId)),
  )
  recordVerdict(context, workspaceId, verdict)
  const refusal = verdict.accepted ? undefined : limitExceededError(verdict.levels)
  if (refusal !== undefined) throw refusal
}
