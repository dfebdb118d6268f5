import { sql, type SqlBool } from 'kysely'
import {
  isEnforcedHere,
  isLimitName,
  limitFacts,
  limitNames,
  type LimitName,
} from '@/contract/limits'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { usageSpans, type LimitUsage } from '@/contract/usage'
import { findWorkspace } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { currentLevels } from '@/server/limits/levels'
import { spreadBy } from '@/server/limits/spread'
import { writeUsageToRead } from '@/server/limits/write-usage'
import { and, matches, type Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'

type UsageRequest = ParsedRequestOf<Operations['getOrgWorkspaceUsage']>
type Usage = ResponseOf<Operations['getOrgWorkspaceUsage']>

const hourSeconds = usageSpans.hour.seconds

interface Step {
  limit_name: string
  step: Date
  used: number
  refused: number
  peak: number
}

/** What to read of the usage of a workspace. */
interface Part {
  workspaceId: string
  limits: readonly LimitName[]
  from: Date
}

/** Matches the usage of a part. With the names of limits, the index finds the period of each. */
function inPart({ workspaceId, limits, from }: Part): Condition {
  return and(
    matches('usage_minutes', { workspace_id: workspaceId, limit_name: limits }),
    sql<SqlBool>`minute >= ${from}`,
  )
}

/** Sums up the usage of each limit by step, oldest first. Steps are counted from 1970. */
async function stepsOf(database: Queryable, part: Part, stepSeconds: number): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select
      limit_name,
      date_bin(make_interval(secs => ${stepSeconds}), minute, 'epoch'::timestamptz) as step,
      sum(used)::float8 as used, sum(refused)::float8 as refused, max(peak) as peak
    from usage_minutes where ${inPart(part)}
    group by limit_name, step order by step`.execute(database)
  return rows
}

/** Counts how often each amount was requested at once, by limit. */
async function attemptsOf(
  database: Queryable,
  part: Part,
): Promise<Map<LimitName, LimitUsage['attempts']>> {
  const rows = await database
    .selectFrom('usage_minutes')
    .select(['limit_name', 'used', 'refused', 'spread'])
    .where(inPart(part))
    .execute()
  const counts = new Map<LimitName, Map<number, number>>()
  const add = (name: LimitName, amount: number, times: number) => {
    const ofLimit = counts.get(name) ?? new Map<number, number>()
    counts.set(name, ofLimit.set(amount, (ofLimit.get(amount) ?? 0) + times))
  }
  const sums = new Map<LimitName, number>()
  for (const { limit_name: name, used, refused, spread } of rows) {
    if (!isLimitName(name)) continue
    const by = spreadBy(name)
    for (const [key, attempts] of Object.entries(spread))
      if (by === 'second') add(name, attempts, 1)
      else if (by === 'level') add(name, Number(key), attempts)
    if (by === undefined && limitFacts(name).window !== undefined)
      sums.set(name, (sums.get(name) ?? 0) + used + refused)
  }
  for (const [name, sum] of sums) add(name, sum, 1)
  return new Map(
    [...counts].map(([name, ofLimit]) => [
      name,
      [...ofLimit]
        .map(([amount, times]) => ({ amount, times }))
        .toSorted((a, b) => a.amount - b.amount),
    ]),
  )
}

/**
 * Reads the usage of each limit that this API enforces, with its current level.
 * @throws not_found
 */
export async function getOrgWorkspaceUsage(
  context: RequestContext,
  { params, query }: UsageRequest,
): Promise<Usage> {
  const { id: workspaceId } = await findWorkspace(context, context.database, params.id)
  await writeUsageToRead(context)
  const { seconds, stepSeconds } = usageSpans[query.span ?? 'hour']
  const to = context.clock()
  const from = new Date(
    Math.floor((to.getTime() / 1000 - seconds) / stepSeconds) * stepSeconds * 1000,
  )
  const names = limitNames.filter((name) => isEnforcedHere(name) && (query.limit ?? name) === name)
  const part = { workspaceId, limits: names, from }
  const steps = await stepsOf(context.database, part, stepSeconds)
  const lastHour = { ...part, from: secondsAfter(to, -hourSeconds) }
  const attempts = await attemptsOf(context.database, lastHour)
  const levels = await currentLevels(context.database, workspaceId, to, names)

  const limits: Usage['limits'] = {}
  for (const name of names) {
    const points = steps
      .filter((step) => step.limit_name === name)
      .map(({ step, used, refused, peak }) => ({
        at: step.toISOString(),
        used,
        refused,
        peak,
      }))
    limits[name] = { level: levels.get(name) ?? 0, points, attempts: attempts.get(name) ?? [] }
  }
  return { from: from.toISOString(), to: to.toISOString(), stepSeconds, limits }
}
