import { sql, type SqlBool } from 'kysely'
import { foldText } from '@/contract/folded-text'
import { and, or, escapeLike, not, type Condition } from '@/server/store/condition'
import { planEachTime } from '@/server/store/statement-names'
import { nearMisses, type NearMisses } from './near-misses'

/** Rows that match a search equally well, and the column they are sorted by. */
export interface Tier {
  condition: Condition
  order: 'search_name' | 'search_key'
}

export interface Search {
  /** Best first: exact key, prefix, word, substring. A row is in at most one of them. */
  tiers: Tier[]
  /** The rows of all tiers. */
  any: Condition
  /** Whether there is a search text. */
  narrows: boolean
  /**
   * Rows with one typo, listed last, and only if there are fewer than `sufficientMatches` matches.
   */
  near?: NearMisses | undefined
}

export const sufficientMatches = 5

/** Too short to find inside a word: no trigram helps, and nearly everything would match. */
const tooShortForSubstring = /^[a-z0-9]{1,2}$/

/**
 * Ranks the rows of a table by how well they match a search text. Without one there is a single
 * tier with all rows. An index serves each condition: the sorted names or keys prefixes, trigrams
 * the rest.
 * @param termsTable the table of distinct terms of `table`, if there is one
 */
export function searchTiers(
  table: string,
  search: string | undefined,
  termsTable: string | undefined,
): Search {
  // Accents alone, of which folding leaves nothing, are searched as they are: they name no row.
  const text = foldText(search ?? '') || (search ?? '').trim()
  if (text === '')
    return {
      tiers: [{ condition: sql<SqlBool>`true`, order: 'search_name' }],
      any: sql<SqlBool>`true`,
      narrows: false,
    }

  const escaped = escapeLike(text)
  const exact = sql<SqlBool>`${planEachTime} search_key = ${text}`
  const namePrefix = sql<SqlBool>`search_name like ${`${escaped}%`}`
  const keyPrefix = sql<SqlBool>`search_key like ${`${escaped}%`}`
  const word = or(
    sql<SqlBool>`${planEachTime} search_name like ${`% ${escaped}%`}`,
    sql<SqlBool>`search_key like ${`%-${escaped}%`}`,
  )
  const substring = or(
    sql<SqlBool>`${planEachTime} search_name like ${`%${escaped}%`}`,
    sql<SqlBool>`search_key like ${`%${escaped}%`}`,
  )
  const tiers: Tier[] = [
    { condition: exact, order: 'search_key' },
    { condition: and(namePrefix, not(exact)), order: 'search_name' },
    { condition: and(keyPrefix, not(namePrefix), not(exact)), order: 'search_key' },
    { condition: and(word, not(namePrefix), not(keyPrefix)), order: 'search_name' },
  ]
  if (tooShortForSubstring.test(text))
    return { tiers, any: or(namePrefix, keyPrefix, word), narrows: true }

  const near = nearMisses(table, text, termsTable)
  return {
    tiers: [
      ...tiers,
      {
        condition: and(substring, not(namePrefix), not(keyPrefix), not(word)),
        order: 'search_name',
      },
    ],
    any: substring,
    narrows: true,
    near,
  }
}
