import { v7 as uuid } from 'uuid'
import { connectorCreateSchema, type Connector } from '@/contract/connectors'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import { workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { assertKeyAvailable, freeKey } from '@/server/core/writes/element-key'
import { writing } from '@/server/core/writes/writing'
import { admitElements, creating } from '@/server/limits/admit-creation'
import { searchColumns } from '@/server/search/search-text'
import { withoutAuthOptions } from './auth-options'
import { connectorEntry } from './find'
import { connectorColumns, connectorSummary } from './record'
import { findReferencedApp } from './referenced-app'

/**
 * Creates a connector in the caller's workspace. Without a key, one is derived from the name.
 * @throws already_exists for a key or uuid that is taken, invalid_request, access_denied, conflict,
 * rate_limit_exceeded
 */
export async function createConnector(
  context: RequestContext,
  { body: sent }: ParsedRequestOf<Operations['createConnector']>,
): Promise<Connector> {
  const workspaceId = requireWorkspaceId(context)
  const body = withoutAuthOptions(connectorCreateSchema, sent)
  const { name, key: givenKey, uuid: givenUuid, ...specification } = body
  const write = { operation: 'createConnector', records: workspaces, id: workspaceId } as const

  return creating(context, workspaceId, () =>
    writing(context, write, async (transaction) => {
      await assertKeyAvailable(transaction, 'connectors', workspaceId, 'key', givenKey)
      await assertKeyAvailable(transaction, 'connectors', workspaceId, 'uuid', givenUuid)
      const externalAppId = await findReferencedApp(context, transaction, body)
      const use = await admitElements(context, transaction, workspaceId, 1)
      const key = givenKey ?? (await freeKey(transaction, 'connectors', workspaceId, name))
      const now = context.clock()
      const connector = await transaction
        .insertInto('connectors')
        .values({
          id: uuid(),
          uuid: givenUuid ?? uuid(),
          workspace_id: workspaceId,
          key,
          name,
          external_app_id: externalAppId,
          specification: JSON.stringify(specification),
          ...searchColumns(name, key),
          created_at: now,
          updated_at: now,
        })
        .returning(connectorColumns)
        .executeTakeFirstOrThrow()
      const result = connectorSummary(connector)
      return {
        result,
        entries: [connectorEntry(connector)],
        uses: [use],
        events: [
          {
            workspaceId,
            eventType: 'connector.created',
            data: { ...result, by: context.caller.name },
          },
        ],
      }
    }),
  )
}
