import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import type { RequestContext } from '@/server/core/context'
import { accessDenied, notFound, ServiceError } from '@/server/core/service-error'
import type { HistorySubject } from '@/server/core/writes/history'
import { lockWorkspaces } from '@/server/core/writes/writable'
import type { RecordKind } from '@/server/core/writes/writing'
import type { Queryable } from '@/server/store/database'
import { findWorkingCopy, type ConnectorVersion } from './find-version'
import { connectorColumns, type ConnectorRow } from './record'
import { connectorSpecification, specificationEtag } from './specification'

/**
 * Finds the connector of the caller's workspace that a selector names: an id wins over a uuid, a
 * uuid over a key.
 * @throws not_found
 */
export async function findConnector(
  context: RequestContext,
  database: Queryable,
  selector: string,
  { lock = false } = {},
): Promise<ConnectorRow> {
  const row = await database
    .selectFrom('connectors')
    .select(connectorColumns)
    .where('workspace_id', '=', requireWorkspaceId(context))
    .where(({ or, eb }) =>
      or([
        ...(isUuid(selector) ? [eb('id', '=', selector)] : []),
        eb('uuid', '=', selector),
        eb('key', '=', selector),
      ]),
    )
    .orderBy(
      sql`case
        when id::text = ${selector.toLowerCase()} then 0
        when uuid = ${selector} then 1
        else 2
      end`,
    )
    .limit(1)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) throw notFound('connector', selector)
  return row
}

interface LockedConnector extends ConnectorRow {
  /** Reads the working copy, which can have megabytes of code, at most once. */
  workingCopy: () => Promise<ConnectorVersion>
}

/** Connectors, as `writing` takes them. */
export const connectors: RecordKind<LockedConnector> = {
  name: 'connector',
  async lock(context, transaction, selector) {
    const connector = await findConnector(context, transaction, selector, { lock: true })
    let copy: Promise<ConnectorVersion> | undefined
    return { ...connector, workingCopy: () => (copy ??= findWorkingCopy(transaction, connector)) }
  },
  lockOwners: (transaction, connector, options) =>
    lockWorkspaces(transaction, [connector.workspace_id], options),
  etag: async (connector) =>
    specificationEtag(connectorSpecification(connector, await connector.workingCopy())),
}

/** What the entry of a change to a connector is about. */
export function connectorEntry({
  id,
  name,
  workspace_id: workspaceId,
}: ConnectorRow): HistorySubject {
  return { workspaceId, subject: { type: 'connector', id, name } }
}

/**
 * Refuses to change or publish a connector that is read-only or archived.
 * @throws access_denied, conflict
 */
export function assertEditable(
  { name, is_read_only: isReadOnly, archived_at: archivedAt }: ConnectorRow,
  action: 'changed' | 'published',
): void {
  if (isReadOnly) throw accessDenied(`${name} is read-only: it cannot be changed`)
  if (archivedAt !== null)
    throw new ServiceError('conflict', `${name} is archived: it cannot be ${action}`)
}
