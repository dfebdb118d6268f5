import { v7 as uuid } from 'uuid'
import type { Connector } from '../../../contract/connectors'
import type { Issue } from '../../../contract/errors'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { assertKeyAvailable, freeKey } from '../../core/element-key'
import { workspaces } from '../../core/find-workspace'
import { invalidRequest, ServiceError } from '../../core/service-error'
import { writing } from '../../core/writing'
import { admitElements, creating } from '../../limits/admit-creation'
import { searchColumns } from '../../search/search-text'
import type { Queryable } from '../../store/database'
import { findApp } from '../apps/find'
import { withoutAuthOptions } from './auth-options'
import { connectorEntry } from './find'
import { connectorColumns, connectorSummary } from './record'

type Body = ParsedRequestOf<Operations['createConnector']>['body']

/**
 * Finds the app that the body refers to, by any of the three references.
 * @throws invalid_request
 */
async function findReferencedApp(
  context: RequestContext,
  database: Queryable,
  body: Body,
): Promise<string | null> {
  const references = (['externalAppId', 'externalAppUuid', 'appUuid'] as const).flatMap((field) =>
    body[field] === undefined ? [] : [{ field, value: body[field] }],
  )
  const issues: Issue[] = []
  let found: string | undefined
  for (const { field, value } of references) {
    const app = await findApp(context, database, value).catch((error: unknown) => {
      if (error instanceof ServiceError && error.key === 'not_found') return undefined
      throw error
    })
    const fits =
      app?.uuid === value || (field === 'externalAppId' && app?.id === value.toLowerCase())
    if (app === undefined || !fits)
      issues.push({
        path: ['body', field],
        message: `There is no app '${value}' that this workspace can use`,
        code: 'unknown_reference',
      })
    else if (found !== undefined && found !== app.id)
      issues.push({
        path: ['body', field],
        message: 'This names another app than the other references do',
        code: 'contradiction',
      })
    else found = app.id
  }
  if (issues.length > 0) throw invalidRequest(issues)
  return found ?? null
}

/**
 * Creates a connector in the caller's workspace. Without a key, one is derived from the name.
 * @throws already_exists for a key or uuid that is taken, invalid_request, access_denied, conflict,
 * rate_limit_exceeded
 */
export async function createConnector(
  context: RequestContext,
  { body: sent }: ParsedRequestOf<Operations['createConnector']>,
): Promise<Connector> {
  const workspaceId = workspaceOf(context)
  const body = withoutAuthOptions(sent)
  const { name, key: givenKey, uuid: givenUuid, ...specification } = body
  const write = { operation: 'createConnector', resource: workspaces, id: workspaceId } as const

  return creating(context, workspaceId, () =>
    writing(context, write, async (transaction) => {
      await assertKeyAvailable(transaction, 'connectors', workspaceId, 'key', givenKey)
      await assertKeyAvailable(transaction, 'connectors', workspaceId, 'uuid', givenUuid)
      const externalAppId = await findReferencedApp(context, transaction, body)
      await admitElements(context, transaction, workspaceId, 1)
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
