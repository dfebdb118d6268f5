import { sql } from 'kysely'
import type { Queryable } from '../store/database'
import type { Condition } from '../store/condition'

/** The words of an app: in its name they begin after blanks, in its key after dashes. As their index has it. */
export const wordsOfApp = sql<
  string[]
>`string_to_array(search_name || ' ' || replace(search_key, '-', ' '), ' ')`

/** A longer word is no near miss of anything that is searched for. */
const longestWord = 42

/**
 * Keeps the words of apps that were just written, so that their near misses are found. Numbers are no words: nobody
 * mistypes one and means the next. In their order, so that two who learn the same ones wait for one another in turn.
 */
export async function indexTerms(database: Queryable, apps: Condition): Promise<void> {
  await sql`
    insert into search_terms (term)
    select distinct word from apps, unnest(${wordsOfApp}) as word where ${apps} and length(word) <= ${longestWord} and word ~ '[^0-9]' order by word
    on conflict do nothing`.execute(database)
}
