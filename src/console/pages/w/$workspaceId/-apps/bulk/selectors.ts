import type { ListedApp } from '@/console/api/apps'
import type { GivenNames } from './outcomes'
import { appId, commaNamesIn, entriesIn, wordsIn } from './pasted-entries'

/** The longest name, key and id: longer texts are cut, which makes a list one that can be sent. */
const maxLength = 200

function hasUpperCase(text: string): boolean {
  return /\p{Lu}/u.test(text)
}

/** Whether a text is written like an id, a link or most keys, so that it need not be looked up. */
function looksLikeKey(text: string): boolean {
  return /^([\p{Ll}\p{N}_-]+|https?:\/\/\S+)$/u.test(text)
}

/** Whether an entry is written like a name: several words, in upper and lower case. */
function looksLikeName(entry: string): boolean {
  return (
    entry.length <= maxLength && /\s/.test(entry) && hasUpperCase(entry) && /\p{Ll}/u.test(entry)
  )
}

/** Whether an entry is several words in capital letters: a name, or keys. */
function isCapitalized(entry: string): boolean {
  return (
    entry.length <= maxLength && /\s/.test(entry) && hasUpperCase(entry) && !/\p{Ll}/u.test(entry)
  )
}

/** Returns the two parts of an entry such as 'Data Lake \u2014 data-lake'; otherwise none. */
function partsOfPair(entry: string): readonly string[] {
  // Further spaces are trimmed: to match them, too, takes long if there are many.
  const [, ...parts] = /^(.+?)\s[-\u2013\u2014]\s(.+)$/su.exec(entry) ?? []
  return parts.map((part) => part.trim())
}

/** Estimates the number of apps on a list: lower-case words are keys, others belong to a name. */
export function countEntries(text: string): number {
  return new Set(
    entriesIn(text).flatMap((entry) => (hasUpperCase(entry) ? [entry] : wordsIn(entry))),
  ).size
}

type FoundApp = Pick<ListedApp, 'id' | 'name' | 'key' | 'isPublic' | 'archivedAt'>

/** Finds apps with one of these texts as name or key; it may find others, too. */
export type LookUp = (texts: readonly string[]) => Promise<readonly FoundApp[]>

/** Which of several apps with the same name is meant. */
interface Meant {
  isPublic: boolean
  isArchived: boolean
}

/** A pasted list as selectors for the engine. */
export interface ResolvedList extends GivenNames {
  selectors: string[]
}

/** Returns a function that lists the apps with a name or key. */
function namedApps(apps: readonly FoundApp[]) {
  const byText = new Map<string, Set<FoundApp>>()
  for (const app of new Map(apps.map((each) => [each.id, each])).values())
    for (const text of [app.name.toLowerCase(), app.key.toLowerCase()])
      byText.set(text, (byText.get(text) ?? new Set()).add(app))
  return (text: string) => [...(byText.get(text.toLowerCase()) ?? [])]
}

/** Returns only those of several apps that are meant, if any. */
function meantOf(named: readonly FoundApp[], meant: Meant): readonly FoundApp[] {
  const inScope = named.filter(({ isPublic }) => isPublic === meant.isPublic)
  const preferred = inScope.length > 0 ? inScope : named
  const inState = preferred.filter((app) => (app.archivedAt !== undefined) === meant.isArchived)
  return inState.length > 0 ? inState : preferred
}

/**
 * Converts a pasted list to selectors. Names, and keys that could be names, are looked up and
 * become ids; an entry with spaces that is not a name is several keys. A name that several apps
 * have stays, and so does one that no app has: its words can be other apps. A name and a key with a
 * dash between them are one app if both are of the same.
 */
export async function resolveList(
  text: string,
  lookUp: LookUp,
  meant: Meant,
): Promise<ResolvedList> {
  const idByText = new Map<string, string>()
  const shared = new Set<string>()
  /** All apps with a text that was looked up, also those that are not meant. */
  const appsByText = new Map<string, readonly FoundApp[]>()
  async function find(given: readonly string[]) {
    const texts = [...new Set(given)].filter(
      (each) => each.length <= maxLength && !appsByText.has(each),
    )
    if (texts.length === 0) return
    const named = namedApps(await lookUp(texts))
    for (const each of texts) {
      appsByText.set(each, named(each))
      const [match, other] = meantOf(named(each), meant)
      if (other !== undefined) shared.add(each)
      else if (match !== undefined) idByText.set(each, match.id)
    }
  }
  const isName = (entry: string) => idByText.has(entry) || shared.has(entry)
  await find(commaNamesIn(text))
  const entries = entriesIn(text, isName)
  await find(entries.filter((entry) => !looksLikeKey(entry)))
  const others = entries.filter((entry) => !isName(entry))
  await find(others.flatMap(partsOfPair))
  /** Returns the part of a pair that names its app; undefined unless both parts are of that app. */
  function pairedApp(entry: string): string | undefined {
    const parts = partsOfPair(entry)
    const [ofName = [], ofKey = []] = parts.map((part) => appsByText.get(part))
    const ofBoth = ofName.filter(({ id }) => ofKey.some((app) => app.id === id))
    const [match, other] = meantOf(ofBoth, meant)
    if (match === undefined || other !== undefined) return undefined
    return parts.find((part) => idByText.get(part) === match.id)
  }
  await find(
    others.flatMap((entry) =>
      wordsIn(entry).filter((word) => looksLikeName(entry) || !looksLikeKey(word)),
    ),
  )
  const isApp = (word: string) => isName(word) || appId.test(word)
  const isUnknownName = (entry: string) =>
    (looksLikeName(entry) && !wordsIn(entry).every(isApp)) ||
    (isCapitalized(entry) && !wordsIn(entry).some(isApp))
  const appsOf = (entry: string) => {
    const paired = pairedApp(entry)
    if (paired !== undefined) return [paired]
    return isName(entry) || isUnknownName(entry) ? [entry] : wordsIn(entry)
  }

  const givenAs = new Map<string, string>()
  const selectors = new Set<string>()
  for (const entry of entries) {
    for (const part of appsOf(entry)) {
      const id = idByText.get(part)
      selectors.add(id ?? part.slice(0, maxLength))
      if (id !== undefined && !givenAs.has(id)) givenAs.set(id, part)
    }
  }
  return { selectors: [...selectors], givenAs, shared }
}
