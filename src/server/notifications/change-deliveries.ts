import { sql, type SqlBool, type Updateable } from 'kysely'
import { maxDeliveriesChanged } from '@/contract/deliveries'
import type { Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import type { Tables } from '@/server/store/schema'

/**
 * Changes deliveries that match a condition, the oldest `maxDeliveriesChanged` of them.
 * @returns how many
 */
export async function changeDeliveries(
  transaction: Queryable,
  condition: Condition,
  change: Updateable<Tables['webhook_deliveries']>,
): Promise<number> {
  const oldest = transaction
    .selectFrom('webhook_deliveries')
    .select('id')
    .where(condition)
    .orderBy('id')
    .limit(maxDeliveriesChanged)
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_deliveries')
    .set(change)
    // An array is looked up by index. A join could compare each delivery with all others.
    .where(sql<SqlBool>`id = any(array(${oldest}))`)
    // Another server may have changed one in the meantime.
    .where(condition)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
