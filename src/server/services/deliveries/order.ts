import { sql } from 'kysely'
import type { deliverySortMembers } from '@/contract/deliveries'
import type { SortValue } from '@/server/search/read-sorted'

/** What deliveries are sorted by, for each member. Ids begin with the time of creation. */
export const deliverySortValues: Readonly<Record<(typeof deliverySortMembers)[number], SortValue>> =
  {
    eventType: { value: sql.ref('event_type') },
    status: { value: sql.ref('status') },
    lastStatusCode: {
      value: sql`(
      select status_code from delivery_attempts
      where delivery_id = webhook_deliveries.id order by id desc limit 1)`,
      type: 'integer',
      isNullable: true,
    },
    createdAt: { value: sql.ref('id'), type: 'uuid' },
    attempts: { value: sql.ref('attempts'), type: 'integer' },
    nextAttemptAt: {
      value: sql`case when not is_leased then next_attempt_at end`,
      type: 'timestamptz',
      isNullable: true,
    },
    finishedAt: { value: sql.ref('finished_at'), type: 'timestamptz', isNullable: true },
    id: { value: sql.ref('id'), type: 'uuid' },
  }
