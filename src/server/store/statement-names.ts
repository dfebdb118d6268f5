import { sql } from 'kysely'

const mark = '/* plan each time */'
/** Longer ones write many rows at once and seldom come back in the same form. */
const maxLength = 4000
/** Statements with lists of many lengths must not fill the memory of the database. */
const maxNames = 500
const transactionCommands = new Set(['begin', 'commit', 'rollback'])

/**
 * Put this into a statement whose best plan depends on its values, such as a search: it is planned
 * each time. All others are planned once per connection.
 */
export const planEachTime = sql.raw(mark)

/** Gives statements names, under which the database keeps them parsed and planned. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  #generation = 0

  /** The name of a statement; undefined if it should not be kept. */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const isKept =
      this.#names.size < maxNames &&
      text.length <= maxLength &&
      !transactionCommands.has(text) &&
      !text.includes(mark)
    if (!isKept) return undefined
    const name = `statement_${this.#generation}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** Gives every statement a new name, because the tables that they were planned for have changed. */
  renew(): void {
    this.#generation += 1
    this.#names.clear()
  }
}

/** Whether a statement failed because its tables have changed since it was planned. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '0A000' &&
    error.message.includes('cached plan')
  )
}
