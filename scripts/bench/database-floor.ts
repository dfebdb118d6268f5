import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { DataSource } from './server'

/** The statement that an operation needs at least, and the parameters of each request. */
export interface Statement {
  text: string
  /** Used in turn. */
  parameters: readonly (readonly unknown[])[]
}

export interface DatabaseFloor {
  url: string
  pid: number | undefined
  close(): void
}

/**
 * Starts the same-database floor: Node's own HTTP server, which runs one prepared statement on the
 * same kind of database through the same driver and sends its rows as JSON. It has no
 * authentication, limits or validation: the difference is what our server adds.
 */
export async function startDatabaseFloor(
  source: DataSource,
  statement: Statement,
): Promise<DatabaseFloor> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'scripts/bench/database-floor-server.ts'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  child.stdin.end(JSON.stringify({ source, statement }))
  const [address] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { url: String(address).trim(), pid: child.pid, close: () => void child.kill() }
}
