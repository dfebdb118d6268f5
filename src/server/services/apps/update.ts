import type { AppDetails } from '@/contract/apps'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import type { RequestContext } from '@/server/core/context'
import type { Tagged } from '@/server/core/etag'
import { accessDenied, ServiceError } from '@/server/core/service-error'
import { changedMembers } from '@/server/core/writes/changed-members'
import { writing } from '@/server/core/writes/writing'
import { searchColumns } from '@/server/search/search-text'
import { indexTerms } from '@/server/search/terms'
import { matches } from '@/server/store/condition'
import { appEntry, appEtag, apps, assertNotReadOnly } from './find'
import { appDetails, type AppRow } from './record'
import { appSearch } from './search-index'

type UpdateRequest = ParsedRequestOf<Operations['updateApp']>
type Body = UpdateRequest['body']

/** Returns the editable columns as the update leaves them. An empty address clears its column. */
function applyUpdate(app: AppRow, { name, appUri, logoUri, categories }: Body) {
  return {
    name: name ?? app.name,
    app_uri: (appUri ?? app.app_uri) || null,
    logo_uri: (logoUri ?? app.logo_uri) || null,
    categories: categories ?? app.categories,
  }
}

/** @throws access_denied, conflict */
function assertEditable(app: AppRow): void {
  const { name, archived_at: archivedAt } = app
  if (app.workspace_id === null)
    throw accessDenied(`${name} is a public app: only the workspace's own apps can be changed`)
  assertNotReadOnly(app)
  if (archivedAt !== null)
    throw new ServiceError('conflict', `${name} is archived: restore it before changing it`)
}

/**
 * Changes the members that the body names. An empty body changes nothing.
 * @throws not_found, precondition_failed, access_denied, conflict
 */
export async function updateApp(
  context: RequestContext,
  { params, body }: UpdateRequest,
): Promise<Tagged<AppDetails>> {
  const workspaceId = requireWorkspaceId(context)
  const isRead = Object.keys(body).length === 0
  const allowed = { readOnly: isRead, archived: isRead }
  const id = params.idOrKeyOrUuid
  const write = { operation: 'updateApp', records: apps, id, allowed } as const

  const app = await writing(context, write, async (transaction, before) => {
    if (isRead) return { result: before }
    assertEditable(before)
    const after = applyUpdate(before, body)
    const changes = changedMembers([
      ['name', before.name, after.name],
      ['appUri', before.app_uri, after.app_uri],
      ['logoUri', before.logo_uri, after.logo_uri],
      ['categories', before.categories, after.categories],
    ])
    if (changes.length === 0) return { result: before }

    const result = await transaction
      .updateTable('apps')
      .set({ ...after, ...searchColumns(after.name, before.key), updated_at: context.clock() })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await indexTerms(transaction, appSearch, matches('apps', { id: before.id }))
    const { uuid, key, name } = result
    const changed = changes.map(({ path }) => path)
    return {
      result,
      entries: [{ ...appEntry(result), changes }],
      events: [
        {
          workspaceId,
          eventType: 'app.updated',
          data: { id: before.id, uuid, key, name, changed, by: context.caller.name },
        },
      ],
    }
  })
  return { response: appDetails(app), etag: appEtag(app) }
}
