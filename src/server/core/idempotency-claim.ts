import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Queryable } from '../store/database'
import type { Tables } from '../store/schema'
import { ServiceError } from './service-error'

/** The right of one request to do its work under an `Idempotency-Key`. */
export interface IdempotencyClaim {
  /** Whose key it is. */
  caller: string
  key: string
  since: Date
}

/** Met by the row of this claim, as long as no later request took it over. */
export function matchesClaim({ caller, key, since }: IdempotencyClaim) {
  return (
    where: ExpressionBuilder<Tables, 'idempotent_requests'>,
  ): ExpressionWrapper<Tables, 'idempotent_requests', SqlBool> =>
    where.and({ caller, key, created_at: since })
}

/**
 * Keeps on record that the request did its work. In the transaction of that work both hold or neither does.
 * @throws conflict when another request does the work by now, so that this one does nothing
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
      'A later request with this Idempotency-Key took over: its response holds',
    )
}
