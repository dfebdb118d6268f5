import { stringify } from 'yaml'

/** Formats a specification as YAML with sorted members, in which code stays readable. */
export function comparableText(specification: Readonly<Record<string, unknown>>): string {
  return stringify(specification, { lineWidth: 0, sortMapEntries: true })
}
