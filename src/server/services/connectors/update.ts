import { connectorUpdateSchema, type ConnectorSpecification } from '@/contract/connectors'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import type { Tagged } from '@/server/core/etag'
import { changedMembers } from '@/server/core/writes/changed-members'
import { writing } from '@/server/core/writes/writing'
import { searchColumns } from '@/server/search/search-text'
import { withoutAuthOptions } from './auth-options'
import { assertEditable, connectorEntry, connectors } from './find'
import { connectorColumns, connectorSummary } from './record'
import { findReferencedApp } from './referenced-app'
import { connectorSpecification, specificationEtag } from './specification'
import { specificationChanges } from './specification-changes'

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
  const write = { operation: 'updateConnector', records: connectors, id } as const

  const updated = await writing(context, write, async (transaction, before) => {
    assertEditable(before, 'changed')
    const old = await before.workingCopy()
    const externalAppId = await findReferencedApp(context, transaction, specification)
    const copy = { version: 'dev', name, externalAppId, specification }
    const changes = [
      ...changedMembers([
        ['name', old.name, name],
        ['externalAppId', old.externalAppId ?? undefined, externalAppId ?? undefined],
      ]),
      ...specificationChanges(old.specification, specification),
    ]
    if (changes.length === 0) return { result: connectorSpecification(before, old) }

    const connector = await transaction
      .updateTable('connectors')
      .set({
        name,
        external_app_id: externalAppId,
        specification: JSON.stringify(specification),
        ...searchColumns(name, before.key),
        updated_at: context.clock(),
      })
      .where('id', '=', before.id)
      .returning(connectorColumns)
      .executeTakeFirstOrThrow()
    const changed = changes.map(({ path }) => path)
    const data = { ...connectorSummary(connector), changed, by: context.caller.name }
    return {
      result: connectorSpecification(connector, copy),
      entries: [{ ...connectorEntry(connector), changes }],
      events: [{ workspaceId: connector.workspace_id, eventType: 'connector.updated', data }],
    }
  })
  return { response: updated, etag: specificationEtag(updated) }
}
