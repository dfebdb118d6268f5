import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { RequestContext } from '@/server/core/context'
import { contentEtag } from '@/server/core/etag'
import { accessDenied, notFound } from '@/server/core/service-error'
import type { HistorySubject } from '@/server/core/writes/history'
import { lockWorkspaces } from '@/server/core/writes/writable'
import type { RecordKind } from '@/server/core/writes/writing'
import { compiledOnce } from '@/server/store/compiled-once'
import { and, matches, or } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { ownApps, publicApps } from './filters'
import { appDetails, type AppItemRow, type AppRow } from './record'

interface FindForm extends Readonly<Record<string, boolean>> {
  /** Whether the selector can be an id. */
  isUuid: boolean
  /** Matches the apps that a workspace can see: its own and public ones. Operators see all. */
  isWorkspace: boolean
  activeFirst: boolean
  lock: boolean
}

const findStatement = compiledOnce(
  (
    database,
    { isUuid, isWorkspace, activeFirst, lock }: FindForm,
    value: (name: 'selector' | 'workspaceId') => string,
  ) => {
    const selector = value('selector')
    const seen = isWorkspace ? or(publicApps, ownApps(value('workspaceId'))) : and()
    // Each branch uses an index; one condition for all of them would read every app.
    const arms = [
      ...(isUuid ? [and(matches('apps', { id: selector }), seen)] : []),
      and(matches('apps', { uuid: selector }), seen),
      matches('apps', { key: selector, workspace_id: null }),
      ...(isWorkspace
        ? [matches('apps', { key: selector, workspace_id: value('workspaceId') })]
        : []),
    ]
    return (
      database
        .selectFrom('apps')
        .selectAll()
        .where(or(...arms))
        .$if(isUuid, (query) => query.orderBy(sql`id = ${selector}`, 'desc'))
        .orderBy(sql`uuid = ${selector}`, 'desc')
        .$if(activeFirst, (query) => query.orderBy(sql`archived_at is not null`))
        .orderBy(sql`workspace_id is null`)
        // For a parameter, PostgreSQL would expect a tenth of all rows and plan each execution.
        .limit(sql.lit(1))
        // Not for update, which a new connector for the app would wait for while it holds the lock
        // of the workspace, which the write of the app waits for.
        .$if(lock, (query) => query.forNoKeyUpdate())
    )
  },
)

/**
 * Finds the app that a selector names: an id wins over a uuid, a uuid over a key, and an app of the
 * workspace over a public one. Operators can find every app by id and uuid, and public ones by key.
 * @param activeFirst prefers an active public app to an archived one of the workspace
 * @throws not_found
 */
export async function findApp(
  context: RequestContext,
  database: Queryable,
  selector: string,
  { lock = false, activeFirst = false } = {},
): Promise<AppRow> {
  const { workspaceId } = context.caller
  const [found] = await findStatement(
    database,
    {
      isUuid: isUuid(selector),
      isWorkspace: workspaceId !== undefined,
      activeFirst,
      lock,
    },
    { selector, workspaceId: workspaceId ?? '' },
  )
  if (found === undefined) throw notFound('app', selector)
  if (found.workspace_id !== null) context.trail.workspaces.add(found.workspace_id)
  return found
}

/** The tag of an app as it is read. */
export function appEtag(app: AppRow): string {
  return contentEtag(JSON.stringify(appDetails(app)))
}

/** Apps, as `writing` takes them. */
export const apps: RecordKind<AppRow> = {
  name: 'app',
  lock: (context, transaction, selector) => findApp(context, transaction, selector, { lock: true }),
  lockOwners: (transaction, app, options) =>
    lockWorkspaces(transaction, [app.workspace_id], options),
  etag: appEtag,
}

/** @throws access_denied */
export function assertNotReadOnly({ name, is_read_only: isReadOnly }: AppRow): void {
  if (isReadOnly) throw accessDenied(`${name} is read-only: it cannot be archived or changed`)
}

/** What the entry of a change to an app is about. */
export function appEntry({ id, name, workspace_id: workspaceId }: AppItemRow): HistorySubject {
  return { workspaceId, subject: { type: 'app', id, name } }
}
