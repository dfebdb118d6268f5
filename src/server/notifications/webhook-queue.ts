import { sql } from 'kysely'
import { retryDelaysSeconds } from '@/contract/deliveries'
import { claim, type Queue } from '@/server/queue/queue'

/**
 * How many attempts of one workspace a server makes at the same time, so that a slow receiver does
 * not delay the others. Servers that claim at the same moment may each start as many.
 */
const maxConcurrentPerWorkspace = 4
/** The maximum for a workspace with a failing address. */
const maxConcurrentWhileFailing = 1

export const webhookQueue: Queue<'webhook_deliveries'> = {
  table: 'webhook_deliveries',
  dueColumn: 'next_attempt_at',
  attemptsColumn: 'attempts',
  leasedColumn: 'is_leased',
  condition: sql`status = 'pending'`,
  leaseSeconds: 30,
  delaySeconds: (attempt) => retryDelaysSeconds[attempt - 1],
  maxDelaySeconds: Math.max(...retryDelaysSeconds),
}

/**
 * Claims due deliveries of workspaces that may start attempts, in the order of workspace ids after
 * `after`. It walks along the index from workspace to workspace until it has enough, unless nothing
 * is due: many workspaces can have deliveries that wait for the next attempt.
 */
export function claimDue(now: Date, after: string, limit: number) {
  return claim(
    webhookQueue,
    now,
    sql`
      with recursive waiting as (
        (
          select workspace_id from webhook_deliveries
          where status = 'pending' and workspace_id > ${after} and ${now} >= (
            select min(next_attempt_at) from webhook_deliveries where status = 'pending'
          )
          order by workspace_id, next_attempt_at limit 1
        )
        union all
        select following.workspace_id from waiting, lateral (
          select workspace_id from webhook_deliveries
          where status = 'pending' and workspace_id > waiting.workspace_id
          order by workspace_id, next_attempt_at limit 1
        ) as following
      )
      select oldest.id from waiting, lateral (
        select id from webhook_deliveries
        where status = 'pending' and workspace_id = waiting.workspace_id
          and next_attempt_at <= ${now}
        order by next_attempt_at, id
        limit greatest(0, (
          select case when webhook_failing_since is null
            then ${maxConcurrentPerWorkspace}::int else ${maxConcurrentWhileFailing}::int end
          from workspaces where id = waiting.workspace_id
        ) - (
          select count(*) from webhook_deliveries
          where workspace_id = waiting.workspace_id and is_leased and next_attempt_at > ${now}
        ))
        for update skip locked
      ) as oldest
      limit ${limit}`,
  )
}
