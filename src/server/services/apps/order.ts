import { sql, type RawBuilder } from 'kysely'
import { appSortMembers, type AppSort } from '../../../contract/apps'
import type { ListOrder } from '../../search/read-sorted'

interface SortValue {
  value: RawBuilder<unknown>
  type?: ListOrder['type']
  isNullable?: true
}

/**
 * What apps are sorted by, for each member. Names are sorted as they are searched. Categories are
 * sorted in lower case, because many databases sort every capital letter before every small one.
 */
const sortValues: Readonly<Record<(typeof appSortMembers)[number], SortValue>> = {
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

/** Returns the order of a list of apps by a member, descending if it has a minus. */
export function appOrder(sort: AppSort): ListOrder {
  const member = appSortMembers.find((name) => sort === name || sort === `-${name}`) ?? 'name'
  const { value, type = 'text', isNullable = false } = sortValues[member]
  return { value, type, isNullable, descending: sort.startsWith('-') }
}
