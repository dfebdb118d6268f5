import { dequal } from 'dequal'
import type { RecordedChange } from '@/contract/history'

/** Whether two values have the same JSON text, in which the order of members counts. */
export function hasSameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the changes of those members whose values differ. */
export function changedMembers(
  members: readonly (readonly [path: string, before: unknown, after: unknown])[],
): RecordedChange[] {
  return members
    .filter(([, before, after]) => !dequal(before, after))
    .map(([path, before, after]) => ({ path, before, after }))
}

/**
 * Returns the changes of the members that differ between two objects.
 * @param path of the objects in their record
 */
export function changesByMember(
  path: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): RecordedChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return changedMembers([...names].map((name) => [`${path}.${name}`, before[name], after[name]]))
}
