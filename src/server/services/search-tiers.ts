import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { searchText } from './search-text'

export type Condition = RawBuilder<SqlBool>

/** Rows that match a search equally well, and the column that puts them in order. */
export interface Tier {
  condition: Condition
  order: 'search_name' | 'search_key'
}

export interface Search {
  /** Best first: exact key, prefix, word, substring. A row meets one of them at most. */
  tiers: Tier[]
  /** Met by the rows of all those tiers. */
  any: Condition
  /** Rows that would match but for one typo. They are worth showing only where `any` is met by fewer than `enoughMatches`. */
  near?: Tier
}

export const enoughMatches = 5

/** Below this length a changed letter leaves too little of a word to call it a near miss; beyond, one typo is not what a person remembers. */
const misspeltLength = { shortest: 4, longest: 40 }

/** So short that no trigram helps to find it inside a word, and that it says nothing there. */
const tooShortForSubstrings = /^[a-z0-9]{1,2}$/

function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** A regular expression for the text with one slip at most: a letter wrong, missing, one too many, or two swapped. */
function misspelling(letters: readonly string[]): string {
  const escaped = letters.map((letter) => letter.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`))
  const slips = escaped.flatMap((letter, index) => {
    const before = escaped.slice(0, index).join('')
    const next = escaped[index + 1]
    return [`${before}(?:.${letter}?)?${escaped.slice(index + 1).join('')}`, ...(next === undefined ? [] : [before + next + letter + escaped.slice(index + 2).join('')])]
  })
  return `(?:${slips.join('|')})`
}

const not = (condition: Condition): Condition => sql<SqlBool>`not ${condition}`
const all = (...conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const either = (...conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/**
 * How well rows match a search, by their search columns. Without a search there is one tier, which holds them all.
 * Each condition is one that an index answers: the order of names or keys for prefixes, trigrams for the rest.
 */
export function searchTiers(search: string | undefined): Search {
  const text = searchText(search ?? '')
  if (text === '') return { tiers: [{ condition: sql<SqlBool>`true`, order: 'search_name' }], any: sql<SqlBool>`true` }

  const escaped = literally(text)
  const exact = sql<SqlBool>`search_key = ${text}`
  const namePrefix = sql<SqlBool>`search_name like ${`${escaped}%`}`
  const keyPrefix = sql<SqlBool>`search_key like ${`${escaped}%`}`
  const word = either(sql<SqlBool>`search_name like ${`% ${escaped}%`}`, sql<SqlBool>`search_key like ${`%-${escaped}%`}`)
  const substring = either(sql<SqlBool>`search_name like ${`%${escaped}%`}`, sql<SqlBool>`search_key like ${`%${escaped}%`}`)
  const tiers: Tier[] = [
    { condition: exact, order: 'search_key' },
    { condition: all(namePrefix, not(exact)), order: 'search_name' },
    { condition: all(keyPrefix, not(namePrefix), not(exact)), order: 'search_key' },
    { condition: all(word, not(namePrefix), not(keyPrefix)), order: 'search_name' },
  ]
  if (tooShortForSubstrings.test(text)) return { tiers, any: either(namePrefix, keyPrefix, word) }

  const better: Search = { tiers: [...tiers, { condition: all(substring, not(namePrefix), not(keyPrefix), not(word)), order: 'search_name' }], any: substring }
  const letters = Array.from(text)
  if (letters.length < misspeltLength.shortest || letters.length > misspeltLength.longest) return better

  const slips = misspelling(letters)
  const misspelt = either(sql<SqlBool>`search_name ~ ${`(?:^| )${slips}`}`, sql<SqlBool>`search_key ~ ${`(?:^|-)${slips}`}`)
  return { ...better, near: { condition: all(misspelt, not(substring)), order: 'search_name' } }
}
