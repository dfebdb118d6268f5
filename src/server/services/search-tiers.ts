import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { foldedText } from '../../contract/folded-text'

export type Condition = RawBuilder<SqlBool>

/** Rows that match a search equally well, and the column that puts them in order. */
export interface Tier {
  condition: Condition
  order: 'search_name' | 'search_key' | 'id'
}

export interface Search {
  /** Best first: exact key, prefix, word, substring. A row meets one of them at most. */
  tiers: Tier[]
  /** Met by the rows of all those tiers. */
  any: Condition
  /** Whether anything is searched for. */
  narrows: boolean
  /** Rows within others that would match but for one typo. They are worth showing only where `any` is met by fewer than `enoughMatches`. */
  near?: (within: Condition) => Tier
}

export const enoughMatches = 5

/** Below this length a changed letter leaves too little of a word to call it a near miss; beyond, one typo is not what a person remembers. */
const misspeltLength = { shortest: 4, longest: 40 }

/** So short that no trigram helps to find it inside a word, and that it says nothing there. */
const tooShortForSubstrings = /^[a-z0-9]{1,2}$/

function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

const not = (condition: Condition): Condition => sql<SqlBool>`not ${condition}`
const all = (...conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const either = (...conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** From this length on, what one slip leaves intact is enough for an index to find; shorter text it finds by the expression itself. */
const longEnoughToSplit = 5

/**
 * A regular expression for the text with one slip at most: a letter wrong, missing, one too many, or two swapped.
 * A slip in the last letter counts only where the word ends, else every word with the same beginning would do.
 * Nested, so that what comes before a slip is read once: side by side the slips take the database twice as long.
 */
function misspelling(letters: readonly string[]): string {
  const escaped = letters.map((letter) => letter.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`))
  const rest = (start: number) => escaped.slice(start).join('')
  return escaped.reduceRight((later, letter, index) => {
    const next = escaped[index + 1]
    if (next === undefined) return `(?:.${letter}|.?(?![^ -]))`
    return `(?:${letter}${later}|(?:.${letter}?)?${rest(index + 1)}|${next}${letter}${rest(index + 2)})`
  }, '')
}

/** Met by all rows that have the text with one slip, and by few others: two of its three parts are there, or those two swapped letters. */
function leftIntact(letters: readonly string[]): Condition {
  const first = Math.floor(letters.length / 3)
  const last = letters.length - first - 1
  const text = (start: number, end?: number) => literally(letters.slice(start, end).join(''))
  const swapped = `${text(0, last - 1)}${text(last, last + 1)}${text(last - 1, last)}${text(last + 1)}`
  const parts = [`${text(0, first)}%${text(last)}%`, `${text(0, last)}%`]
  const columns = [
    ['search_name', '% '],
    ['search_key', '%-'],
  ] as const
  return either(
    ...columns.flatMap(([column, inside]) =>
      [`%${text(first + 1)}%`, `%${swapped}%`, ...parts, ...parts.map((part) => inside + part)].map((pattern) => sql<SqlBool>`${sql.ref(column)} like ${pattern}`),
    ),
  )
}

function misspelt(table: string, letters: readonly string[], within: Condition): Condition {
  const slips = misspelling(letters)
  const matches = either(sql<SqlBool>`search_name ~ ${`(?:^| )${slips}`}`, sql<SqlBool>`search_key ~ ${`(?:^|-)${slips}`}`)
  if (letters.length < longEnoughToSplit) return matches
  // The fence (offset 0) keeps the planner from giving the long expression to an index.
  return sql<SqlBool>`id = any(array(
    select likely.id from (select id, search_name, search_key from ${sql.table(table)} where ${within} and ${leftIntact(letters)} offset 0) as likely where ${matches}))`
}

/**
 * How well rows match a search, by their search columns. Without a search there is one tier, which holds them all.
 * Each condition is one that an index answers: the order of names or keys for prefixes, trigrams for the rest.
 */
export function searchTiers(table: string, search: string | undefined): Search {
  const text = foldedText(search ?? '')
  if (text === '') return { tiers: [{ condition: sql<SqlBool>`true`, order: 'search_name' }], any: sql<SqlBool>`true`, narrows: false }

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
  if (tooShortForSubstrings.test(text)) return { tiers, any: either(namePrefix, keyPrefix, word), narrows: true }

  const better: Search = { tiers: [...tiers, { condition: all(substring, not(namePrefix), not(keyPrefix), not(word)), order: 'search_name' }], any: substring, narrows: true }
  const letters = Array.from(text)
  if (letters.length < misspeltLength.shortest || letters.length > misspeltLength.longest) return better

  return { ...better, near: (within) => ({ condition: all(misspelt(table, letters, within), not(substring)), order: 'id' }) }
}
