import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { parseMisspelling, misspeltLetters } from '../../contract/misspelling'
import { and, or, escapeLike, type Condition } from '../store/condition'
import { wordsOfApp } from './terms'

/**
 * Rows that would match a search but for one typo: a letter wrong, missing, one too many, or two
 * swapped.
 */
export interface NearMisses {
  /**
   * Met by those of a group, which an index finds; by no more than so many of them, where finding
   * them is slow.
   */
  within: (group: Condition, atMost?: number) => Condition
  /** Met by each: to try row after row, where so many are that one soon comes upon them. */
  each: Condition
  /**
   * Met by those of a group that are closest, which an index finds: the typo is all that their whole
   * name or key differs by.
   */
  closestWithin: (group: Condition) => Condition
  /** Met by each of the closest. */
  isClosest: Condition
  /** Orders near misses, as text: the closest first, then the shorter, then by name. */
  closeness: RawBuilder<string>
}

/** From this length on, what one slip leaves intact is enough for trigrams to find; shorter text they find by the expression itself. */
const longEnoughToSplit = 5

/** Met by all rows that have the text with one slip, and by few others: two of its three parts are there, or those two swapped letters. */
function intactParts(letters: readonly string[]): Condition {
  const first = Math.floor(letters.length / 3)
  const last = letters.length - first - 1
  const text = (start: number, end?: number) => escapeLike(letters.slice(start, end).join(''))
  const swapped = `${text(0, last - 1)}${text(last, last + 1)}${text(last - 1, last)}${text(last + 1)}`
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

/** The words of the catalog that have the text with one slip. A slip leaves two letters at the beginning as they are, or all from the third on; or it is one of three. */
function misspeltWords(letters: readonly string[], slips: string): Condition {
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
    sql<SqlBool>`term ~ ${`^${slips}`}`,
    or(
      sql<SqlBool>`substr(term, 3) like ${fromThird}`,
      sql<SqlBool>`substr(term, 4) like ${fromThird}`,
      ...beginnings.map((pattern) => sql<SqlBool>`term like ${pattern}`),
    ),
  )
}

/** Met by the apps in whose name two words stand apart that are written as one in the text. The first of the two is a word that there is. */
function splitWordCondition(letters: readonly string[]): Condition {
  const splits = letters.slice(1).map((_, index) => {
    const [before, after] = [
      letters.slice(0, index + 1).join(''),
      letters.slice(index + 1).join(''),
    ]
    const apart = `${escapeLike(`${before} ${after}`)}%`
    return sql`(${before}, ${apart}), (${before}, ${`% ${apart}`})`
  })
  return sql<SqlBool>`search_name like any(array(select pattern from (values ${sql.join(splits)}) as split (before, pattern) join search_terms on term = before))`
}

/**
 * Puts the closest first, then the others by how much longer or shorter than the text the name is,
 * or the key where only that is like it. What the typo leaves is alike in all of them, so that this
 * is their edit distance but for a letter.
 */
function closenessTo(
  letters: readonly string[],
  { isClosest, inName }: { isClosest: Condition; inName: Condition },
): RawBuilder<string> {
  const alike = sql`case when ${inName} then search_name else search_key end`
  const distance = sql`abs(length(${alike}) - ${letters.length})`
  return sql<string>`(
    case when ${isClosest} then '0' else '1' end
    || lpad(${distance}::text, 5, '0') || lpad(length(search_name)::text, 5, '0') || search_name)`
}

/**
 * Near misses by the words of apps, which are few where apps are a million, and exclude more than
 * trigrams.
 */
function nearMissesByWords(
  letters: readonly string[],
  slips: string,
  each: Condition,
): Omit<NearMisses, 'closeness'> {
  const wordsLike = (expression: string) =>
    sql`array(select term from search_terms where ${misspeltWords(letters, expression)})`
  const found = or(sql<SqlBool>`${wordsOfApp} && ${wordsLike(slips)}`, splitWordCondition(letters))
  const wholeWords = wordsLike(`${slips}$`)
  const isClosest = or(
    sql<SqlBool>`search_name = any(${wholeWords})`,
    sql<SqlBool>`search_key = any(${wholeWords})`,
  )
  return {
    // One by one the expression is tried first, since it takes less time than the words; what is
    // found is the same either way.
    each: sql<SqlBool>`case when ${each} then ${found} else false end`,
    within: (group) => and(group, found),
    isClosest,
    closestWithin: (group) => and(group, isClosest),
  }
}

/** Near misses by the trigrams of what a slip leaves intact. */
function nearMissesByTrigrams(
  table: string,
  letters: readonly string[],
  slips: string,
  each: Condition,
): Omit<NearMisses, 'closeness'> {
  const isClosest = or(
    sql<SqlBool>`search_name ~ ${`^${slips}$`}`,
    sql<SqlBool>`search_key ~ ${`^${slips}$`}`,
  )
  if (letters.length < longEnoughToSplit)
    return {
      each,
      within: (group) => and(group, each),
      isClosest,
      closestWithin: (group) => and(group, isClosest),
    }
  // The fence (offset 0) keeps the planner from giving the long expression to an index.
  const likely = (group: Condition, wanted: Condition, atMost?: number) => {
    const limit = atMost === undefined ? sql`` : sql`limit ${atMost}`
    return sql<SqlBool>`id = any(array(
      select likely.id from (
        select id, search_name, search_key from ${sql.table(table)}
        where ${and(group, intactParts(letters))} offset 0) as likely
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
 * Near misses of a text in a table, by its search columns; none where the text is too short or too
 * long for them.
 */
export function nearMisses(table: string, text: string): NearMisses | undefined {
  const letters = misspeltLetters(text)
  if (letters === undefined) return undefined
  const slips = parseMisspelling(letters)
  const inName = sql<SqlBool>`search_name ~ ${`(?:^| )${slips}`}`
  const each = or(inName, sql<SqlBool>`search_key ~ ${`(?:^|-)${slips}`}`)
  const found =
    table === 'apps' && !/[ -]/.test(text)
      ? nearMissesByWords(letters, slips, each)
      : nearMissesByTrigrams(table, letters, slips, each)
  return { ...found, closeness: closenessTo(letters, { isClosest: found.isClosest, inName }) }
}
