import { sql, type SqlBool } from 'kysely'
import { foldText } from '../../contract/folded-text'
import { and, or, escapeLike, not, type Condition } from '../store/condition'
import { planEachTime } from '../store/statement-names'
import { nearMisses, type NearMisses } from './near-misses'

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
  /** Whether anything is searched for. */
  narrows: boolean
  /** Rows that would match but for one typo, after all others. They are worth showing only where `any` is met by fewer than `enoughMatches`. */
  near?: NearMisses
}

export const sufficientMatches = 5

/** So short that no trigram helps to find it inside a word, and that it says nothing there. */
const minSubstringLength = /^[a-z0-9]{1,2}$/

/**
 * How well rows match a search, by their search columns. Without a search there is one tier, which holds them all.
 * Each condition is one that an index answers: the order of names or keys for prefixes, trigrams for the rest.
 */
export function searchTiers(table: string, search: string | undefined): Search {
  const text = foldText(search ?? '')
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
  if (minSubstringLength.test(text))
    return { tiers, any: or(namePrefix, keyPrefix, word), narrows: true }

  const near = nearMisses(table, text)
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
    ...(near === undefined ? {} : { near }),
  }
}
