import type { ArchivedState } from '@/contract/pagination'
import { and, matches, not, type Condition, type TableWith } from '@/server/store/condition'

/** Returns the condition for the rows of a table in a state. */
export function archivedCondition(
  table: TableWith<'archived_at'>,
  state: ArchivedState,
): Condition {
  const isActive = matches(table, { archived_at: null })
  switch (state) {
    case 'active':
      return isActive
    case 'archived':
      return not(isActive)
    case 'both':
      return and()
  }
}

/** Returns the state of the rows that a list shows. */
export function listedState(includeArchived: boolean | undefined): ArchivedState {
  return includeArchived === true ? 'both' : 'active'
}

/** Returns the condition for active rows, or for all if archived ones are included. */
export function activeUnless(
  table: TableWith<'archived_at'>,
  includeArchived: boolean | undefined,
): Condition {
  return archivedCondition(table, listedState(includeArchived))
}
