import type { PostgresPool } from 'kysely'

/** Returns a pool that calls a function with the text of each statement before it runs. */
export function watchStatements(pool: PostgresPool, watch: (text: string) => void): PostgresPool {
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      function query<Row>(text: string, parameters: readonly unknown[]) {
        watch(text)
        return client.query<Row>(text, parameters)
      }
      return Object.assign(Object.create(client), { query })
    },
  }
}
