import { sql, type SqlBool } from 'kysely'
import { all, either, literally, type Condition } from './condition'
import { wordsOfApp } from './search-words'

/** Rows that would match a search but for one typo: a letter wrong, missing, one too many, or two swapped. */
export interface NearMisses {
  /** Met by those of a group, which an index finds; by no more than so many of them, where finding is dear. */
  within: (group: Condition, atMost?: number) => Condition
  /** Met by each: to try row after row, where so many are that one soon comes upon them. */
  each: Condition
}

/** Below this length a changed letter leaves too little of a word to call it a near miss; beyond, one typo is not what a person remembers. */
const misspeltLength = { shortest: 4, longest: 40 }

/** From this length on, what one slip leaves intact is enough for trigrams to find; shorter text they find by the expression itself. */
const longEnoughToSplit = 5

/**
 * A regular expression for the text with one slip at most.
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
  const patterns = (inside: string) => [
    `%${text(first + 1)}%`,
    `%${swapped}%`,
    ...parts,
    ...parts.map((part) => inside + part),
  ]
  return either(
    sql<SqlBool>`search_name like any(${patterns('% ')})`,
    sql<SqlBool>`search_key like any(${patterns('%-')})`,
  )
}

/** The words of the catalog that have the text with one slip. A slip leaves two letters at the beginning as they are, or all from the third on; or it is one of three. */
function misspeltWords(letters: readonly string[], slips: string): Condition {
  const [first = '', second = '', third = '', ...others] = letters
  const beginning = (...parts: readonly string[]) => `${literally(parts.join(''))}%`
  const fromThird = beginning(third, ...others)
  const beginnings = [
    beginning(first, second),
    beginning(second, third, ...others),
    beginning(first, third, ...others),
    beginning(first, third, second, ...others),
  ]
  return all(
    sql<SqlBool>`word ~ ${`^${slips}`}`,
    either(
      sql<SqlBool>`substr(word, 3) like ${fromThird}`,
      sql<SqlBool>`substr(word, 4) like ${fromThird}`,
      ...beginnings.map((pattern) => sql<SqlBool>`word like ${pattern}`),
    ),
  )
}

/** Met by the apps in whose name two words stand apart that are written as one in the text. The first of the two is a word that there is. */
function wordsApart(letters: readonly string[]): Condition {
  const splits = letters.slice(1).map((_, index) => {
    const [before, after] = [
      letters.slice(0, index + 1).join(''),
      letters.slice(index + 1).join(''),
    ]
    const apart = `${literally(`${before} ${after}`)}%`
    return sql`(${before}, ${apart}), (${before}, ${`% ${apart}`})`
  })
  return sql<SqlBool>`search_name like any(array(select pattern from (values ${sql.join(splits)}) as split (before, pattern) join app_words on word = before))`
}

/**
 * Near misses of a text in a table, by its search columns; none where the text is too short or too long for them.
 * Of the apps, which may be a million, those of a single word are found by the words that there are: they are few, and tell more than trigrams.
 */
export function nearMisses(table: string, text: string): NearMisses | undefined {
  const letters = Array.from(text)
  if (letters.length < misspeltLength.shortest || letters.length > misspeltLength.longest)
    return undefined
  const slips = misspelling(letters)
  const each = either(
    sql<SqlBool>`search_name ~ ${`(?:^| )${slips}`}`,
    sql<SqlBool>`search_key ~ ${`(?:^|-)${slips}`}`,
  )
  if (table === 'apps' && !/[ -]/.test(text)) {
    const found = either(
      sql<SqlBool>`${wordsOfApp} && array(select word from app_words where ${misspeltWords(letters, slips)})`,
      wordsApart(letters),
    )
    // One by one the expression is tried first, since it takes less time than the words; what is found is the same either way.
    return {
      each: sql<SqlBool>`case when ${each} then ${found} else false end`,
      within: (group) => all(group, found),
    }
  }
  if (letters.length < longEnoughToSplit) return { each, within: (group) => all(group, each) }
  return {
    each,
    // The fence (offset 0) keeps the planner from giving the long expression to an index.
    within: (group, atMost) => sql<SqlBool>`id = any(array(
      select likely.id from (select id, search_name, search_key from ${sql.table(table)} where ${all(group, leftIntact(letters))} offset 0) as likely
      where ${each} ${atMost === undefined ? sql`` : sql`limit ${atMost}`}))`,
  }
}
