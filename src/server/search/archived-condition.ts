import { sql, type SqlBool } from 'kysely'
import type { ArchivedState } from '../../contract/pagination'
import type { Condition } from '../store/condition'

/** Returns the conditions for rows in a state, in a table with an `archived_at` column. */
export function archivedCondition(state: ArchivedState): Condition[] {
  switch (state) {
    case 'active':
      return [sql<SqlBool>`archived_at is null`]
    case 'archived':
      return [sql<SqlBool>`archived_at is not null`]
    case 'both':
      return []
  }
}

/** Returns the conditions for active rows, or for all if archived ones are included. */
export function activeUnless(includeArchived: boolean | undefined): Condition[] {
  return archivedCondition(includeArchived === true ? 'both' : 'active')
}
