import { sql } from 'kysely'
import type { appSortMembers } from '@/contract/apps'
import type { SortValue } from '@/server/search/read-sorted'

/**
 * What apps are sorted by, for each member. Names are sorted as they are searched. Categories are
 * sorted in lower case, because many databases sort every capital letter before every small one.
 */
export const appSortValues: Readonly<Record<(typeof appSortMembers)[number], SortValue>> = {
  name: { value: sql.ref('search_name') },
  key: { value: sql.ref('search_key') },
  categories: {
    value: sql`nullif(lower(array_to_string(categories, ', ')), '')`,
    isNullable: true,
  },
  appUri: { value: sql.ref('app_uri'), isNullable: true },
  createdAt: { value: sql.ref('created_at'), type: 'timestamptz' },
  updatedAt: { value: sql.ref('updated_at'), type: 'timestamptz' },
  archivedAt: { value: sql.ref('archived_at'), type: 'timestamptz', isNullable: true },
  id: { value: sql.ref('id'), type: 'uuid' },
  uuid: { value: sql.ref('uuid') },
}
