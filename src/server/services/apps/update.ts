import { dequal } from 'dequal'
import { sql, type SqlBool } from 'kysely'
import type { AppDetails } from '../../../contract/apps'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit, type Change } from '../../core/audit'
import { assertWritable, workspaceOf } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { contentEtag } from '../../core/etag'
import { accessDenied, ServiceError } from '../../core/service-error'
import { assertFresh } from '../../core/precondition'
import { searchColumns } from '../../search/search-text'
import { indexTerms } from '../../search/terms'
import { emitEvents } from '../../notifications/emit-events'
import type { Tagged } from '../../core/etag'
import { findApp } from './find'
import { appDetails, type AppRow } from './record'

type Request = ParsedRequestOf<Operations['updateApp']>

/** The tag of an app as it is read. */
function tagOf(row: AppRow): string {
  return contentEtag(JSON.stringify(appDetails(row)))
}

/** The editable part of the row as the update leaves it. An empty address stands for none. */
function applied(row: AppRow, { name, appUri, logoUri, categories }: Request['body']) {
  return {
    name: name ?? row.name,
    app_uri: (appUri ?? row.app_uri) || null,
    logo_uri: (logoUri ?? row.logo_uri) || null,
    categories: categories ?? row.categories,
  }
}

function changesBetween(
  before: ReturnType<typeof applied>,
  after: ReturnType<typeof applied>,
): Change[] {
  const members = [
    ['name', before.name, after.name],
    ['appUri', before.app_uri, after.app_uri],
    ['logoUri', before.logo_uri, after.logo_uri],
    ['categories', before.categories, after.categories],
  ] as const
  return members
    .filter(([, old, fresh]) => !dequal(old, fresh))
    .map(([path, old, fresh]) => ({ path, before: old, after: fresh }))
}

/** @throws access_denied, conflict */
function assertEditable({ name, workspace_id, is_read_only, archived_at }: AppRow): void {
  if (workspace_id === null)
    throw accessDenied(`${name} is a public app: only apps of the workspace’s own can be changed`)
  if (is_read_only) throw accessDenied(`${name} is read-only: it cannot be archived or changed`)
  if (archived_at !== null)
    throw new ServiceError('conflict', `${name} is archived: restore it before changing it`)
}

/**
 * Changes what the body names of an app of the caller’s workspace; an empty one changes nothing.
 * @throws not_found, precondition_failed, access_denied, conflict for an archived app
 */
export async function updateApp(
  context: RequestContext,
  { params, body }: Request,
): Promise<Tagged<AppDetails>> {
  const workspaceId = workspaceOf(context)
  const row = await context.database.transaction().execute(async (transaction) => {
    const before = await findApp(context, transaction, params.idOrKeyOrUuid, { forUpdate: true })
    assertFresh(context, 'app', tagOf(before))
    if (Object.keys(body).length === 0) return before

    assertEditable(before)
    await assertWritable(transaction, workspaceId)
    const after = applied(before, body)
    const changes = changesBetween(applied(before, {}), after)
    if (changes.length === 0) return before

    const { id, uuid, key } = before
    await audit(context, transaction, {
      operation: 'updateApp',
      workspaceId,
      subject: { type: 'app', id, name: after.name },
      changes,
    })
    await emitEvents(context, transaction, { workspaceId }, [
      {
        eventType: 'app.updated',
        data: {
          id,
          uuid,
          key,
          name: after.name,
          changed: changes.map(({ path }) => path),
          by: context.caller.name,
        },
      },
    ])
    const changed = await transaction
      .updateTable('apps')
      .set({ ...after, ...searchColumns(after.name, key), updated_at: context.clock() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await indexTerms(transaction, sql<SqlBool>`id = ${id}`)
    return changed
  })
  return { response: appDetails(row), etag: tagOf(row) }
}
