import { sql } from 'kysely'
import { sqlStateOf } from './sql-state'

const mark = '/* plan each time */'
/** In a statement that inserts several rows. It differs with their number, and seldom repeats. */
const nextRow = '), ($'
/**
 * Bounds the database's memory. All statements, with the filters and orders of lists, have a few
 * hundred forms. One that first comes when every name is taken is planned each time, which takes
 * less than a millisecond.
 */
const maxNames = 500
const transactionCommand = /^(begin|start transaction|commit|rollback|savepoint)\b/

/**
 * Marks a statement that is planned at every execution, because its best plan depends on its
 * values, such as a search. All others are planned once per connection.
 */
export const planEachTime = sql.raw(mark)

/** Names statements, so that the database keeps them prepared. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  #generation = 0

  /** Returns the name of a statement; undefined if it should not be prepared. */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const isPreparable =
      this.#names.size < maxNames &&
      !text.includes(nextRow) &&
      !transactionCommand.test(text) &&
      !text.includes(mark)
    if (!isPreparable) return undefined
    const name = `statement_${this.#generation}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** Gives every statement a new name, because the tables they were planned for have changed. */
  renew(): void {
    this.#generation += 1
    this.#names.clear()
  }
}

/** Whether a statement failed because its tables have changed since it was planned. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error && sqlStateOf(error) === '0A000' && error.message.includes('cached plan')
  )
}
