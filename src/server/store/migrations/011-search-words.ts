import { sql, type Kysely } from 'kysely'

/**
 * Stores the distinct words of app names and keys, so that the cost of correcting a typo does not
 * grow with the number of apps. Words are also indexed from their third and fourth letters on, the
 * part that a typo in the first letters leaves intact.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const words = `string_to_array(search_name || ' ' || replace(search_key, '-', ' '), ' ')`

const statements = [
  `create table app_words (word text collate "C" primary key)`,
  `create index app_words_from_third_letter on app_words (substr(word, 3))`,
  `create index app_words_from_fourth_letter on app_words (substr(word, 4))`,
  `create index apps_by_words on apps using gin ((${words}))`,
  `insert into app_words (word)
    select distinct word from apps, unnest(${words}) as word
    where length(word) <= 42 and word ~ '[^0-9]'`,
]
