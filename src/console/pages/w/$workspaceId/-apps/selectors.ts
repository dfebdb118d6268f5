import type { App } from '../../../../../contract/apps'
import { forEachConcurrently } from './for-each-concurrently'

/** The most words that are looked up, since a pasted text may have thousands. */
const maxWords = 200
const maxConcurrentLookups = 6

/** Parses a pasted list into distinct entries. An entry with spaces is a name or several keys. */
export function entriesIn(text: string): string[] {
  const entries = text
    .split(/[\r\n\t,;|]+/)
    .map((entry) => entry.trim().replaceAll(/^["']+|["']+$/g, ''))
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))]
}

function hasUpperCase(text: string): boolean {
  return /\p{Lu}/u.test(text)
}

/** Estimates the number of apps on a list: lower-case words are keys, others belong to a name. */
export function countEntries(text: string): number {
  return new Set(
    entriesIn(text).flatMap((entry) => (hasUpperCase(entry) ? [entry] : entry.split(/\s+/))),
  ).size
}

/** Finds the apps with a text in their name or key. */
export type LookUp = (text: string) => Promise<readonly Pick<App, 'id' | 'name' | 'key'>[]>

/** A pasted list as selectors for the engine. */
export interface ResolvedList {
  selectors: string[]
  /** The pasted text of each selector that was looked up. */
  givenAs: ReadonlyMap<string, string>
}

/**
 * Converts a pasted list to selectors. Names and upper-case keys are looked up and become ids; an
 * entry with spaces that is no name counts as several keys. A name that several apps have stays.
 */
export async function resolveList(text: string, lookUp: LookUp): Promise<ResolvedList> {
  const idByText = new Map<string, string>()
  const ambiguous = new Set<string>()
  const find = async (given: string) => {
    const wanted = given.toLowerCase()
    const matches = (await lookUp(given)).filter(
      ({ name, key }) => name.toLowerCase() === wanted || key.toLowerCase() === wanted,
    )
    const [match] = matches
    if (matches.length > 1) ambiguous.add(given)
    else if (match !== undefined) idByText.set(given, match.id)
  }
  const isName = (entry: string) => idByText.has(entry) || ambiguous.has(entry)
  const entries = entriesIn(text)
  const names = entries.filter((entry) => /\s/.test(entry) || hasUpperCase(entry))
  await forEachConcurrently(names, maxConcurrentLookups, find)
  const words = entries
    .filter((entry) => /\s/.test(entry) && !isName(entry))
    .flatMap((entry) => entry.split(/\s+/))
    .filter((word) => hasUpperCase(word) && !idByText.has(word))
  await forEachConcurrently([...new Set(words)].slice(0, maxWords), maxConcurrentLookups, find)

  const givenAs = new Map<string, string>()
  const selectors = new Set<string>()
  for (const entry of entries) {
    const parts = isName(entry) ? [entry] : entry.split(/\s+/)
    for (const part of parts) {
      const id = idByText.get(part)
      selectors.add(id ?? part)
      if (id !== undefined && !givenAs.has(id)) givenAs.set(id, part)
    }
  }
  return { selectors: [...selectors], givenAs }
}
