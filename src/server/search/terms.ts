import { sql } from 'kysely'
import type { Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import type { Tables } from '@/server/store/schema'

/** A table and the table of its distinct search terms. */
export interface TermIndex {
  table: keyof Tables
  termsTable: keyof Tables
}

/**
 * The terms of a row: words of its name, and of its key between dashes. The migration indexes the
 * same expression; keep both identical.
 */
export const rowTerms = sql<
  string[]
>`string_to_array(search_name || ' ' || replace(search_key, '-', ' '), ' ')`

/** A longer word is never a near miss of a search text. */
const longestTerm = 42

/**
 * Stores the terms of rows that were just written, so that typos in them can be corrected. Numbers
 * are left out: a mistyped number is another number. The terms are inserted in order, so that
 * concurrent transactions wait for each other instead of deadlocking.
 */
export async function indexTerms(
  database: Queryable,
  { table, termsTable }: TermIndex,
  rows: Condition,
): Promise<void> {
  await sql`
    insert into ${sql.table(termsTable)} (term)
    select distinct word
    from ${sql.table(table)}, unnest(${rowTerms}) as word
    where ${rows} and length(word) <= ${longestTerm} and word ~ '[^0-9]'
    order by word
    on conflict do nothing`.execute(database)
}
