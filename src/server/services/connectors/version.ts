import type { Selectable } from 'kysely'
import type { ResponseOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { ConnectorVersionsTable } from '../../store/schema'

/** A published version as it is listed, without its specification. */
export function connectorVersionItem(
  row: Omit<Selectable<ConnectorVersionsTable>, 'specification'>,
): ResponseOf<Operations['publishConnectorVersion']> {
  return {
    id: row.id,
    connectorId: row.connector_id,
    version: row.version,
    changelog: row.changelog,
    createdAt: row.created_at.toISOString(),
  }
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number)
}

/** Newer versions first: 1.10.0 before 1.9.0. */
export function newestFirst(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  for (let index = 0; index < 3; index += 1) {
    const difference = (b[index] ?? 0) - (a[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The minor version after the newest of these; 1.0.0 where there is none. */
export function nextVersion(published: readonly string[]): string {
  const newest = [...published].sort(newestFirst)[0]
  if (newest === undefined) return '1.0.0'
  const [major = 0, minor = 0] = numbersOf(newest)
  return `${major}.${minor + 1}.0`
}
