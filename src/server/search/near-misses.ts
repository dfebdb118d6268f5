import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { misspellingPattern, misspeltLetters } from '@/contract/misspelling'
import { and, or, escapeLike, type Condition } from '@/server/store/condition'
import { rowTerms } from './terms'

/**
 * Conditions for rows that a search would match except for one typo: a letter wrong, missing or
 * added, or two letters swapped.
 */
export interface NearMisses {
  /**
   * Near misses of a group, found by an index; at most `atMost` of them if finding them is slow.
   */
  within: (group: Condition, atMost?: number) => Condition
  /** Any near miss, tested row by row; for searches that so many rows match that a scan is fast. */
  each: Condition
  /** Near misses of a group by their whole name or key, found by an index. */
  closestWithin: (group: Condition) => Condition
  /** Any near miss by its whole name or key. */
  isClosest: Condition
  /** A text to sort near misses by: the closest first, then the shorter, then by name. */
  closeness: RawBuilder<string>
}

/** The parts that a typo leaves intact of a shorter text are too short for trigrams. */
const longEnoughToSplit = 5

/**
 * Selects every row that has the text with one typo, and few others: two of three parts of the text
 * are intact, or two letters are swapped.
 */
function intactPartsCondition(letters: readonly string[]): Condition {
  const first = Math.floor(letters.length / 3)
  const last = letters.length - first - 1
  const text = (start: number, end?: number) => escapeLike(letters.slice(start, end).join(''))
  const swapped = [
    text(0, last - 1),
    text(last, last + 1),
    text(last - 1, last),
    text(last + 1),
  ].join('')
  const parts = [`${text(0, first)}%${text(last)}%`, `${text(0, last)}%`]
  const patterns = (inside: string) => [
    `%${text(first + 1)}%`,
    `%${swapped}%`,
    ...parts,
    ...parts.map((part) => inside + part),
  ]
  return or(
    sql<SqlBool>`search_name like any(${patterns('% ')})`,
    sql<SqlBool>`search_key like any(${patterns('%-')})`,
  )
}

/**
 * Selects the terms that have the text with one typo. A typo leaves either the first two letters or
 * everything from the third letter on intact, or it is one of three others: so each alternative is
 * a prefix that an index finds.
 */
function misspeltTermCondition(letters: readonly string[], typoPattern: string): Condition {
  const [first = '', second = '', third = '', ...others] = letters
  const beginning = (...parts: readonly string[]) => `${escapeLike(parts.join(''))}%`
  const fromThird = beginning(third, ...others)
  const beginnings = [
    beginning(first, second),
    beginning(second, third, ...others),
    beginning(first, third, ...others),
    beginning(first, third, second, ...others),
  ]
  return and(
    sql<SqlBool>`term ~ ${`^${typoPattern}`}`,
    or(
      sql<SqlBool>`substr(term, 3) like ${fromThird}`,
      sql<SqlBool>`substr(term, 4) like ${fromThird}`,
      ...beginnings.map((pattern) => sql<SqlBool>`term like ${pattern}`),
    ),
  )
}

/**
 * Selects rows with a space in their name that is missing in the text, as in "front desk" for
 * "frontdesk". The first of the two words must be a known term.
 */
function splitWordCondition(letters: readonly string[], termsTable: string): Condition {
  const splits = letters.slice(1).map((_, index) => {
    const [before, after] = [
      letters.slice(0, index + 1).join(''),
      letters.slice(index + 1).join(''),
    ]
    const apart = `${escapeLike(`${before} ${after}`)}%`
    return sql`(${before}, ${apart}), (${before}, ${`% ${apart}`})`
  })
  return sql<SqlBool>`search_name like any(array(
    select pattern
    from (values ${sql.join(splits)}) as split (before, pattern)
    join ${sql.table(termsTable)} on term = before))`
}

/**
 * Sorts the closest first, then the others by the difference in length between the text and the
 * name, or the key if only that is similar. Since all of them contain the text with one typo, that
 * is their edit distance, give or take one.
 */
function closenessTo(
  letters: readonly string[],
  { isClosest, inName }: { isClosest: Condition; inName: Condition },
): RawBuilder<string> {
  const similar = sql`case when ${inName} then search_name else search_key end`
  const distance = sql`abs(length(${similar}) - ${letters.length})`
  return sql<string>`(
    case when ${isClosest} then '0' else '1' end
    || lpad(${distance}::text, 5, '0') || lpad(length(search_name)::text, 5, '0') || search_name)`
}

/**
 * Finds near misses by the distinct terms of the table. There are few of them even in a catalog of
 * a million apps, and they exclude more rows than trigrams do.
 */
function nearMissesByTerms(
  letters: readonly string[],
  typoPattern: string,
  each: Condition,
  termsTable: string,
): Omit<NearMisses, 'closeness'> {
  const termsLike = (pattern: string) =>
    sql`array(
      select term from ${sql.table(termsTable)}
      where ${misspeltTermCondition(letters, pattern)})`
  const found = or(
    sql<SqlBool>`${rowTerms} && ${termsLike(typoPattern)}`,
    splitWordCondition(letters, termsTable),
  )
  const wholeTerms = termsLike(`${typoPattern}$`)
  const isClosest = or(
    sql<SqlBool>`search_name = any(${wholeTerms})`,
    sql<SqlBool>`search_key = any(${wholeTerms})`,
  )
  return {
    // Row by row the pattern is cheaper than the terms, so it is tested first. The result is the
    // same.
    each: sql<SqlBool>`case when ${each} then ${found} else false end`,
    within: (group) => and(group, found),
    isClosest,
    closestWithin: (group) => and(group, isClosest),
  }
}

/** Finds near misses by the trigrams of what a typo leaves intact. */
function nearMissesByTrigrams(
  table: string,
  letters: readonly string[],
  typoPattern: string,
  each: Condition,
): Omit<NearMisses, 'closeness'> {
  const isClosest = or(
    sql<SqlBool>`search_name ~ ${`^${typoPattern}$`}`,
    sql<SqlBool>`search_key ~ ${`^${typoPattern}$`}`,
  )
  if (letters.length < longEnoughToSplit)
    return {
      each,
      within: (group) => and(group, each),
      isClosest,
      closestWithin: (group) => and(group, isClosest),
    }
  // `offset 0` is an optimization fence: without it the planner looks up the long pattern in an
  // index.
  const likely = (group: Condition, wanted: Condition, atMost?: number) => {
    const limit = atMost === undefined ? sql`` : sql`limit ${atMost}`
    return sql<SqlBool>`id = any(array(
      select likely.id from (
        select id, search_name, search_key from ${sql.table(table)}
        where ${and(group, intactPartsCondition(letters))} offset 0) as likely
      where ${wanted} ${limit}))`
  }
  return {
    each,
    within: (group, atMost) => likely(group, each, atMost),
    isClosest,
    closestWithin: (group) => likely(group, isClosest),
  }
}

/**
 * Returns the near misses of a text in a table; undefined if the text is too short or too long.
 * @param termsTable the table of distinct terms of `table`, if there is one
 */
export function nearMisses(
  table: string,
  text: string,
  termsTable: string | undefined,
): NearMisses | undefined {
  const letters = misspeltLetters(text)
  if (letters === undefined) return undefined
  const typoPattern = misspellingPattern(letters)
  const inName = sql<SqlBool>`search_name ~ ${`(?:^| )${typoPattern}`}`
  const each = or(inName, sql<SqlBool>`search_key ~ ${`(?:^|-)${typoPattern}`}`)
  const isOneWord = !/[ -]/.test(text)
  const found =
    termsTable !== undefined && isOneWord
      ? nearMissesByTerms(letters, typoPattern, each, termsTable)
      : nearMissesByTrigrams(table, letters, typoPattern, each)
  return { ...found, closeness: closenessTo(letters, { isClosest: found.isClosest, inName }) }
}
