import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type { TableWith } from '@/server/store/condition'
import { watchStatements } from './watch-statements'

/** Tables with a column for the workspace that a row belongs to. */
const isScoped: Record<TableWith<'workspace_id'>, true> = {
  actions: true,
  alert_mutes: true,
  alerts: true,
  apps: true,
  archive_batches: true,
  audit_events: true,
  connections: true,
  connectors: true,
  demo_received: true,
  emails: true,
  issued_tokens: true,
  public_key_uses: true,
  tenant_usage_hours: true,
  tenants: true,
  usage_minutes: true,
  webhook_deliveries: true,
}

const insideWorkspace = new AsyncLocalStorage<true>()

/** Runs a request of a workspace's caller, whose statements must have a workspace condition. */
export function asWorkspaceCaller<Result>(request: () => Result): Result {
  return insideWorkspace.run(true, request)
}

/** Statements that are safe without a condition on the workspace, and why. */
const sound: readonly RegExp[] = [
  // The row was read and locked in its workspace earlier.
  /^(update|delete)\b.* where "?(\w+"?\.)?"?id"? = /is,
  // Words belong to no workspace; they are read from the app that was just written.
  /^\s*insert into "?search_terms/i,
]

/**
 * Returns the tables whose rows a statement reads or changes without a condition on their
 * workspace.
 */
export function unscopedTables(statement: string): string[] {
  const tables = [...statement.matchAll(/\b(?:from|join|update)\s+"?(\w+)/gi)]
    .flatMap(([, name]) => name ?? [])
    .filter((name) => Object.hasOwn(isScoped, name))
  const start = statement.search(/\b(where|on)\b/i)
  const isScopedStatement = start !== -1 && statement.slice(start).includes('workspace_id')
  return isScopedStatement || sound.some((pattern) => pattern.test(statement)) ? [] : tables
}

/** Refuses statements of a workspace's caller without a workspace condition. */
export function refuseUnscoped(pool: PostgresPool): PostgresPool {
  return watchStatements(pool, (text) => {
    const forgotten = insideWorkspace.getStore() === true ? unscopedTables(text) : []
    if (forgotten.length > 0)
      throw new Error(`A statement on ${forgotten.join(', ')} forgets the workspace: ${text}`)
  })
}
