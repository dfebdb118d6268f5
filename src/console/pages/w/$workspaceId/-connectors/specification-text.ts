import { stringify } from 'yaml'

/** Members that differ between any two versions. */
const versionMembers = new Set(['version', 'updatedAt', 'uuid'])

/** Formats a specification as YAML, in which code stays readable. */
export function specificationText(specification: Readonly<Record<string, unknown>>): string {
  return stringify(
    Object.fromEntries(Object.entries(specification).filter(([name]) => !versionMembers.has(name))),
    { lineWidth: 0 },
  ).replace(/\n$/, '')
}
