import type { ParsedRequestOf, ResponseOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Change } from '../../core/audit'
import { workspaceOf } from '../../core/authorize'
import { changedMembers } from '../../core/changed-members'
import type { RequestContext } from '../../core/context'
import { contentEtag, type Tagged } from '../../core/etag'
import { accessDenied, ServiceError } from '../../core/service-error'
import { writing, type Resource } from '../../core/writing'
import { searchColumns } from '../../search/search-text'
import { withoutAuthOptions } from './auth-options'
import { connectorEntry, connectors, findWorkingCopy } from './find'
import { connectorColumns, connectorSummary, type ConnectorRow } from './record'
import { findReferencedApp } from './referenced-app'
import { specificationOf } from './specification'

type Response = ResponseOf<Operations['updateConnector']>
type Members = Readonly<Record<string, unknown>>

interface WorkingCopy {
  connector: ConnectorRow
  specification: Members
}

function responseOf({ connector, specification }: WorkingCopy): Response {
  return specificationOf(connector, { version: 'dev', specification })
}

/** The tag of a working copy as an admin reads it. */
function workingCopyEtag(copy: WorkingCopy): string {
  return contentEtag(JSON.stringify(responseOf(copy)))
}

const workingCopies: Resource<WorkingCopy> = {
  name: 'connector',
  async lock(context, transaction, selector) {
    const connector = await connectors.lock(context, transaction, selector)
    return { connector, specification: await findWorkingCopy(transaction, connector) }
  },
  lockOwners: (transaction, { connector }, options) =>
    connectors.lockOwners(transaction, connector, options),
  etag: workingCopyEtag,
}

/** @throws access_denied, conflict */
function assertEditable({
  name,
  is_read_only: isReadOnly,
  archived_at: archivedAt,
}: ConnectorRow): void {
  if (isReadOnly) throw accessDenied(`${name} is read-only: it cannot be changed`)
  if (archivedAt !== null)
    throw new ServiceError('conflict', `${name} is archived: it cannot be changed`)
}

/** Members that the history records with their values. Others can be secret, or megabytes. */
const recordedMembers = new Set(['name', 'type', 'categories', 'logoUri', 'externalAppId'])

/** The members of a working copy as it is read: whichever way it refers to its app. */
function visibleMembers(
  name: string,
  externalAppId: string | null,
  specification: Members,
): Members {
  return { ...specification, name, externalAppId: externalAppId ?? undefined }
}

/** Returns the members that differ, for the history. */
function changesBetween(before: Members, after: Members): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return changedMembers(names.map((name) => [name, before[name], after[name]])).map((change) =>
    recordedMembers.has(change.path) ? change : { path: change.path },
  )
}

/**
 * Replaces the working copy of a connector. Published versions stay as they are.
 * @throws not_found, precondition_failed, access_denied, conflict, invalid_request
 */
export async function updateConnector(
  context: RequestContext,
  { params, body: sent }: ParsedRequestOf<Operations['updateConnector']>,
): Promise<Tagged<Response>> {
  const workspaceId = workspaceOf(context)
  const body = withoutAuthOptions(sent)
  const { name, ...given } = body
  const write = {
    operation: 'updateConnector',
    resource: workingCopies,
    id: params.idOrKey,
  } as const

  const copy = await writing(context, write, async (transaction, before) => {
    const { connector } = before
    assertEditable(connector)
    const externalAppId = await findReferencedApp(context, transaction, body)
    const changes = changesBetween(
      visibleMembers(connector.name, connector.external_app_id, before.specification),
      visibleMembers(name, externalAppId, given),
    )
    if (changes.length === 0) return { result: before }

    const { specification, ...updated } = await transaction
      .updateTable('connectors')
      .set({
        name,
        external_app_id: externalAppId,
        specification: JSON.stringify(given),
        ...searchColumns(name, connector.key),
        updated_at: context.clock(),
      })
      .where('id', '=', connector.id)
      .where('workspace_id', '=', workspaceId)
      .returning([...connectorColumns, 'specification'])
      .executeTakeFirstOrThrow()
    return {
      result: { connector: updated, specification },
      entries: [{ ...connectorEntry(updated), changes }],
      events: [
        {
          workspaceId,
          eventType: 'connector.updated',
          data: {
            ...connectorSummary(updated),
            changed: changes.map(({ path }) => path),
            by: context.caller.name,
          },
        },
      ],
    }
  })
  return { response: responseOf(copy), etag: workingCopyEtag(copy) }
}
