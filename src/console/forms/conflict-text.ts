import { labelOf } from '@/console/edits/member-path'
import type { Conflict } from '@/console/edits/rebase'

/**
 * Says which members someone else has changed too; empty if there are none.
 * @param nameOf returns the label of a member
 */
export function conflictText(
  by = 'Someone else',
  [first, ...others]: readonly Conflict[],
  nameOf: (path: string) => string = labelOf,
): string {
  if (first === undefined) return ''
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return `${by} also changed ${nameOf(first.path)}${more}`
}
