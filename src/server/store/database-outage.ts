import { sqlStateOf } from './sql-state'

/** An outage ends with the first result after this long without a failure. */
const quietMilliseconds = 1000

export const noConnection = 'No connection to the database is available'
export const connectionLost = 'The connection to the database was lost'
const readOnly = 'The database is read-only at the moment'
export const tooSlow = 'The database took too long to respond'

/**
 * Messages for errors of PostgreSQL or PgBouncer that are not the statement's fault, by SQLSTATE or
 * by its class, the first two characters.
 */
const outageMessages: Readonly<Record<string, string>> = {
  '08': connectionLost,
  '25006': readOnly,
  '25P03': tooSlow,
  '25P04': tooSlow,
  '53': 'The database is overloaded',
  '53100': 'The database is out of disk space',
  '57014': tooSlow,
  '57P01': connectionLost,
  '57P02': connectionLost,
  '57P03': noConnection,
  '57P05': connectionLost,
}

/** Whether a standby refused a statement because unlogged tables exist on the primary only. */
function needsPrimary(code: string, error: object): boolean {
  // The code means any unsupported feature, and the message may be in another language.
  return code === '0A000' && 'routine' in error && error.routine === 'get_relation_info'
}

/** Returns the message for an error that PostgreSQL reported; undefined if it is not an outage. */
export function outageMessage(error: unknown): string | undefined {
  const code = sqlStateOf(error)
  // Other errors have codes, too, but no severity.
  if (code === undefined || !(error instanceof Error && 'severity' in error)) return undefined
  if (needsPrimary(code, error)) return readOnly
  return outageMessages[code] ?? outageMessages[code.slice(0, 2)]
}

export interface OutageLogger {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Observes which statements fail for an outage, and which succeed. */
export interface OutageLog {
  failed(error: unknown): void
  succeeded(): void
}

/**
 * Logs the beginning and the end of each outage instead of every request that fails in it. Another
 * reason is logged too: the one that lasts is often not the first, as when a database restarts with
 * another password.
 */
export function outageLog(log: OutageLogger): OutageLog {
  let since: number | undefined
  let lastFailure = 0
  const reasons = new Set<string>()
  return {
    failed(error: unknown): void {
      lastFailure = performance.now()
      since ??= lastFailure
      const reason = sqlStateOf(error) ?? String(error)
      if (reasons.has(reason)) return
      reasons.add(reason)
      log.error({ error }, 'the database is unavailable')
    },
    succeeded(): void {
      if (since === undefined || performance.now() - lastFailure < quietMilliseconds) return
      const seconds = Math.round((performance.now() - since) / 1000)
      since = undefined
      reasons.clear()
      log.info({ seconds }, 'the database is available again')
    },
  }
}
