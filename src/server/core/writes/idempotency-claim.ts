import { matches, type Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { ServiceError } from '../service-error'

/** How long the response to a request with an `Idempotency-Key` is kept. */
export const idempotencyHours = 24

/** Gives one request the exclusive right to do its work under an `Idempotency-Key`. */
export interface IdempotencyClaim {
  /** Identifies the caller, to whom the key belongs. */
  caller: string
  key: string
  since: Date
}

/** Matches the row of a claim, unless a later request took it over. */
export function matchesClaim({ caller, key, since }: IdempotencyClaim): Condition {
  return matches('idempotent_requests', { caller, key, created_at: since })
}

/**
 * Records that the request did its work. Call it in the transaction of that work.
 * @throws conflict when another request took over, so that this one must change nothing
 */
export async function takeEffect(database: Queryable, claim: IdempotencyClaim): Promise<void> {
  const marked = await database
    .updateTable('idempotent_requests')
    .set({ took_effect: true })
    .where(matchesClaim(claim))
    .executeTakeFirst()
  if (marked.numUpdatedRows === 0n)
    throw new ServiceError(
      'conflict',
      'A later request with this Idempotency-Key took over: use its response',
    )
}
