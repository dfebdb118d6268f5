import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { searchText } from './search-text'

export type Condition = RawBuilder<SqlBool>

/** Below this length a changed letter leaves too little of a word to call it a near miss. */
const shortestMisspelt = 4
const leastSimilarity = 0.4

function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

function nameOrKeyLike(namePattern: string, keyPattern = namePattern): Condition {
  return sql<SqlBool>`(search_name like ${namePattern} or search_key like ${keyPattern})`
}

/** Patterns for the text with one slip: a letter wrong, missing, one too many, or two swapped. The first letter is right or swapped. */
function misspellings(text: string): string[] {
  const letters = Array.from(text)
  const slips = letters.flatMap((letter, index) => {
    const before = literally(letters.slice(0, index).join(''))
    const after = literally(letters.slice(index + 1).join(''))
    const next = letters[index + 1]
    return [
      ...(index > 0 ? [`${before}_${after}%`, `${before}_${literally(letter)}${after}%`] : []),
      `${before}${after}%`,
      ...(next === undefined ? [] : [`${before}${literally(next + letter)}${literally(letters.slice(index + 2).join(''))}%`]),
    ]
  })
  return [...new Set(slips)]
}

/**
 * Rows that one slip would make a match, or that are alike all over. They are found first, on their own: with
 * the order of the list in view, a planner walks the whole table instead.
 */
function isNearMiss(table: string, text: string): Condition {
  const slips = sql.join(misspellings(text).map((pattern) => nameOrKeyLike(pattern)), sql` or `)
  return sql<SqlBool>`id in (with near as materialized (
    select id from ${sql.table(table)}
    where ${slips} or (search_name % ${text} and similarity(search_name, ${text}) >= ${leastSimilarity}) or (search_key % ${text} and similarity(search_key, ${text}) >= ${leastSimilarity})
  ) select id from near)`
}

const not = (condition: Condition): Condition => sql<SqlBool>`not ${condition}`
const all = (...conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

export interface SearchTiers {
  /** One condition a tier, best first: exact key, prefix, word, substring. A row meets one of them at most. */
  tiers: Condition[]
  /** Met by the rows of all these tiers. */
  any: Condition
  /** Met by near misses, which are in none of them. Absent where the text is too short to be misspelt. */
  near?: Condition
}

/** How well rows match a search, by their search columns. Without a search there is one tier, which holds them all. */
export function searchTiers(table: string, search: string | undefined): SearchTiers {
  const text = searchText(search ?? '')
  if (text === '') return { tiers: [sql<SqlBool>`true`], any: sql<SqlBool>`true` }

  const escaped = literally(text)
  const exact = sql<SqlBool>`search_key = ${text}`
  const prefix = nameOrKeyLike(`${escaped}%`)
  const word = nameOrKeyLike(`% ${escaped}%`, `%-${escaped}%`)
  const substring = nameOrKeyLike(`%${escaped}%`)
  const tiers = [exact, all(prefix, not(exact)), all(word, not(prefix)), all(substring, not(prefix), not(word))]
  return { tiers, any: substring, ...(text.length < shortestMisspelt ? {} : { near: all(isNearMiss(table, text), not(substring)) }) }
}
