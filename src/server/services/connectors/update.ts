import { connectorUpdateSchema, type ConnectorSpecification } from '../../../contract/connectors'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { changedMembers } from '../../core/changed-members'
import type { RequestContext } from '../../core/context'
import type { Tagged } from '../../core/etag'
import { writing, type Resource } from '../../core/writing'
import { searchColumns } from '../../search/search-text'
import { withoutAuthOptions } from './auth-options'
import { assertEditable, connectorEntry, connectors } from './find'
import { findWorkingCopy, type ConnectorVersion } from './find-version'
import { connectorColumns, connectorSummary, type ConnectorRow } from './record'
import { findReferencedApp } from './referenced-app'
import { connectorSpecification, specificationEtag } from './specification'
import { specificationChanges } from './specification-changes'

interface WorkingCopy {
  connector: ConnectorRow
  copy: ConnectorVersion
}

/** Connectors with their working copies, as `writing` takes them. */
const workingCopies: Resource<WorkingCopy> = {
  name: 'connector',
  async lock(context, transaction, selector) {
    const connector = await connectors.lock(context, transaction, selector)
    return { connector, copy: await findWorkingCopy(transaction, connector) }
  },
  lockOwners: (transaction, { connector }, options) =>
    connectors.lockOwners(transaction, connector, options),
  etag: ({ connector, copy }) => specificationEtag(connectorSpecification(connector, copy)),
}

/**
 * Replaces the specification of a connector's working copy. The same specification changes nothing.
 * @throws not_found, precondition_failed, access_denied, conflict, invalid_request
 */
export async function updateConnector(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['updateConnector']>,
): Promise<Tagged<ConnectorSpecification>> {
  const { name, ...specification } = withoutAuthOptions(connectorUpdateSchema, body)
  const id = params.idOrKey
  const write = { operation: 'updateConnector', resource: workingCopies, id } as const

  const { connector, copy } = await writing(context, write, async (transaction, before) => {
    assertEditable(before.connector, 'changed')
    const externalAppId = await findReferencedApp(context, transaction, specification)
    const copy = { version: 'dev', name, externalAppId, specification }
    const changes = [
      ...changedMembers([
        ['name', before.copy.name, name],
        ['externalAppId', before.copy.externalAppId ?? undefined, externalAppId ?? undefined],
      ]),
      ...specificationChanges(before.copy.specification, specification),
    ]
    if (changes.length === 0) return { result: before }

    const connector = await transaction
      .updateTable('connectors')
      .set({
        name,
        external_app_id: externalAppId,
        specification: JSON.stringify(specification),
        ...searchColumns(name, before.connector.key),
        updated_at: context.clock(),
      })
      .where('id', '=', before.connector.id)
      .returning(connectorColumns)
      .executeTakeFirstOrThrow()
    const changed = changes.map(({ path }) => path)
    const data = { ...connectorSummary(connector), changed, by: context.caller.name }
    return {
      result: { connector, copy },
      entries: [{ ...connectorEntry(connector), changes }],
      events: [{ workspaceId: connector.workspace_id, eventType: 'connector.updated', data }],
    }
  })
  const response = connectorSpecification(connector, copy)
  return { response, etag: specificationEtag(response) }
}
