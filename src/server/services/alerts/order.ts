import { sql, type RawBuilder } from 'kysely'
import {
  alertSeverities,
  alertTypeFacts,
  alertTypeNames,
  type alertSortMembers,
} from '@/contract/alerts'
import type { SortValue } from '@/server/search/read-sorted'

/** The types of alerts in the order of their labels. */
const typesByLabel = alertTypeNames.toSorted((a, b) =>
  alertTypeFacts(a).label.localeCompare(alertTypeFacts(b).label, 'en'),
)

/** Sorts by the place in a list; values that are not in it come last. */
function placeIn(values: readonly string[], column: string): SortValue {
  const place: RawBuilder<unknown> = sql`array_position(${values}::text[], ${sql.ref(column)})`
  return { value: place, type: 'integer', isNullable: true }
}

/** What alerts are sorted by, for each member. Ids begin with the time of creation. */
export const alertSortValues: Readonly<Record<(typeof alertSortMembers)[number], SortValue>> = {
  type: placeIn(typesByLabel, 'type'),
  severity: placeIn(alertSeverities, 'severity'),
  status: { value: sql.ref('status') },
  createdAt: { value: sql.ref('id'), type: 'uuid' },
  lastSeenAt: { value: sql.ref('last_seen_at'), type: 'timestamptz' },
  resolvedAt: { value: sql.ref('resolved_at'), type: 'timestamptz', isNullable: true },
}
