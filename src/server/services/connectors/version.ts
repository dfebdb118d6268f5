import type { Selectable } from 'kysely'
import type { ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { ConnectorVersionsTable } from '@/server/store/schema'

/** A published version, without its specification. */
export function connectorVersionItem(
  row: Omit<Selectable<ConnectorVersionsTable>, 'specification' | 'name' | 'external_app_id'>,
): ResponseOf<Operations['publishConnectorVersion']> {
  return {
    id: row.id,
    connectorId: row.connector_id,
    version: row.version,
    changelog: row.changelog,
    createdAt: row.created_at.toISOString(),
  }
}

/** The numbers of a version, which may exceed the safe integers of JavaScript. */
function parseVersion(version: string): bigint[] {
  return version.split('.').map(BigInt)
}

/** Compares versions, the newer one first: 1.10.0 comes before 1.9.0. */
export function newestFirst(one: string, other: string): number {
  const [a, b] = [parseVersion(one), parseVersion(other)]
  for (const [index, number] of a.entries()) {
    const otherNumber = b[index] ?? 0n
    if (number !== otherNumber) return number > otherNumber ? -1 : 1
  }
  return 0
}

/** Returns the minor version after the newest of these, or 1.0.0. */
export function nextVersion(published: readonly string[]): string {
  const newest = [...published].sort(newestFirst)[0]
  if (newest === undefined) return '1.0.0'
  const [major = 0n, minor = 0n] = parseVersion(newest)
  return `${major}.${minor + 1n}.0`
}
