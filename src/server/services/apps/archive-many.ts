import { sql } from 'kysely'
import { v7 as uuid, validate as isUuid } from 'uuid'
import { maxArchivedAtOnce, type ArchivedItem, type ArchiveOutcome } from '../../../contract/apps'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Queryable } from '../../store/database'
import { audit } from '../../core/audit'
import { assertAllWritable } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { invalidRequest, ServiceError } from '../../core/service-error'
import { listedBy } from '../../search/list-page'
import { emitArchived } from './emit-archived'
import { filterConditions, visibleGroups, workspaceSeenBy } from './filters'
import type { AppRow } from './record'

type Body = ParsedRequestOf<Operations['archiveApps']>['body']

interface Chosen {
  selector?: string
  app?: AppRow
  outcome: ArchiveOutcome
}

const rowsPerStatement = 1000

function outcomeOf(context: RequestContext, app: AppRow): ArchiveOutcome {
  if (app.archived_at !== null) return 'already_archived'
  if (app.workspace_id === null && context.caller.role !== 'operator') return 'not_yours'
  return app.is_read_only ? 'read_only' : 'would_archive'
}

/** What a text names among these apps: by id before uuid before key, the workspace’s own before a public one. Two apps by two kinds of name are ambiguous. */
function chosenBy(context: RequestContext, selector: string, apps: readonly AppRow[]): Chosen {
  const byId = apps.find((app) => app.id === selector.toLowerCase())
  const byUuid = apps.find((app) => app.uuid === selector)
  const byKey =
    apps.find((app) => app.key === selector && app.workspace_id !== null) ??
    apps.find((app) => app.key === selector)
  const named = [byId, byUuid, byKey].filter((app) => app !== undefined)
  const [app] = named
  if (app === undefined) return { selector, outcome: 'not_found' }
  if (new Set(named.map(({ id }) => id)).size > 1) return { selector, outcome: 'ambiguous' }
  return { selector, app, outcome: outcomeOf(context, app) }
}

/** What is about to be archived is held, in one order for all, so that two bulk archives neither archive an app twice nor wait for each other in a circle. */
function held({ validateOnly }: Body) {
  return validateOnly === true ? sql`` : sql`for update`
}

async function bySelectors(
  context: RequestContext,
  database: Queryable,
  body: Body,
): Promise<Chosen[]> {
  const workspaceId = workspaceSeenBy(context)
  const wanted = [
    ...new Set(
      (body.selectors ?? [])
        .map((selector) => selector.trim())
        .filter((selector) => selector !== ''),
    ),
  ]
  const reach =
    workspaceId === undefined
      ? sql`true`
      : sql`(workspace_id is null or workspace_id = ${workspaceId})`
  // Each arm is one that an index answers.
  const { rows } = await sql<AppRow>`
    select * from apps
    where (id = any(${wanted.filter((text) => isUuid(text))}::uuid[]) and ${reach})
      or (uuid = any(${wanted}) and ${reach})
      or (key = any(${wanted}) and workspace_id is null)
      ${workspaceId === undefined ? sql`` : sql`or (key = any(${wanted}) and workspace_id = ${workspaceId})`}
    order by id ${held(body)}`.execute(database)
  const byName = new Map<string, AppRow[]>()
  for (const app of rows)
    for (const name of new Set([app.id, app.uuid, app.key]))
      byName.set(name, [...(byName.get(name) ?? []), app])
  return wanted.map((selector) =>
    chosenBy(context, selector, [
      ...(byName.get(selector) ?? []),
      ...(byName.get(selector.toLowerCase()) ?? []),
    ]),
  )
}

async function byFilter(
  context: RequestContext,
  database: Queryable,
  body: Body,
  { search, category, isConnected, scope }: NonNullable<Body['filter']>,
): Promise<Chosen[]> {
  const filters = filterConditions(workspaceSeenBy(context), {
    category,
    isConnected,
    state: 'active',
  })
  const groups = (await visibleGroups(context, database, scope)).map((group) => [group, ...filters])
  const excepted = (body.except ?? []).filter((id) => isUuid(id))
  const rows: AppRow[] = []
  for (const listed of await listedBy(database, 'apps', groups, search)) {
    const found = await sql<AppRow>`
      select * from apps where ${listed} and not (id = any(${excepted}::uuid[]))
      order by id limit ${maxArchivedAtOnce + 1} ${held(body)}`.execute(database)
    rows.push(...found.rows.sort((one, other) => (one.search_name < other.search_name ? -1 : 1)))
  }
  if (rows.length > maxArchivedAtOnce) {
    throw invalidRequest([
      {
        path: ['body', 'filter'],
        message: `More than ${maxArchivedAtOnce} apps match: narrow the filter`,
        code: 'too_big',
      },
    ])
  }
  return rows.map((app) => ({ app, outcome: outcomeOf(context, app) }))
}

/** How many live connections each app has, of those that the caller sees. */
async function connectionCounts(
  context: RequestContext,
  database: Queryable,
  chosen: readonly Chosen[],
): Promise<Map<string, number>> {
  const workspaceId = workspaceSeenBy(context)
  const ids = chosen.flatMap(({ app }) => (app === undefined ? [] : [app.id]))
  const { rows } = await sql<{ app_id: string; count: number }>`
    select external_app_id as app_id, count(*)::int as count from connections
    where external_app_id = any(${ids}::uuid[]) and archived_at is null ${workspaceId === undefined ? sql`` : sql`and workspace_id = ${workspaceId}`}
    group by external_app_id`.execute(database)
  return new Map(rows.map(({ app_id, count }) => [app_id, count]))
}

async function archiveAll(
  context: RequestContext,
  database: Queryable,
  apps: readonly AppRow[],
): Promise<string> {
  const workspaceId = workspaceSeenBy(context) ?? null
  const batchId = uuid()
  const now = context.clock()
  const ids = apps.map(({ id }) => id)
  await sql`update apps set archived_at = ${now}, updated_at = ${now} where id = any(${ids}::uuid[])`.execute(
    database,
  )
  await database
    .insertInto('archive_batches')
    .values({ id: batchId, workspace_id: workspaceId, actor: context.caller.name, created_at: now })
    .execute()
  for (let start = 0; start < ids.length; start += rowsPerStatement) {
    await database
      .insertInto('archive_batch_apps')
      .values(
        ids.slice(start, start + rowsPerStatement).map((id) => ({ batch_id: batchId, app_id: id })),
      )
      .execute()
  }
  await audit(
    context,
    database,
    ...apps.map((app) => ({
      operation: 'archiveApps' as const,
      workspaceId: app.workspace_id,
      subject: { type: 'app' as const, id: app.id, name: app.name },
    })),
  )
  await emitArchived(context, database, apps)
  return batchId
}

/**
 * Archives many apps in one transaction, and tells for each what became of it.
 * @throws conflict when other than the expected number would be archived, invalid_request, access_denied
 */
export async function archiveApps(
  context: RequestContext,
  { body }: ParsedRequestOf<Operations['archiveApps']>,
): Promise<ResponseOf<Operations['archiveApps']>> {
  return context.database.transaction().execute(async (transaction) => {
    const chosen =
      body.filter === undefined
        ? await bySelectors(context, transaction, body)
        : await byFilter(context, transaction, body, body.filter)
    const apps = [
      ...new Map(
        chosen.flatMap(({ app, outcome }) =>
          app !== undefined && outcome === 'would_archive' ? [[app.id, app] as const] : [],
        ),
      ).values(),
    ]

    if (body.expectedCount !== undefined && body.expectedCount !== apps.length) {
      throw new ServiceError(
        'conflict',
        `${apps.length} apps would be archived now, not ${body.expectedCount}: look at them again`,
        { expectedCount: body.expectedCount, count: apps.length },
      )
    }
    await assertAllWritable(
      transaction,
      apps.map((app) => app.workspace_id),
    )
    const connections = await connectionCounts(context, transaction, chosen)
    const respondWith = (done: ArchiveOutcome) =>
      chosen.map(({ selector, app, outcome }): ArchivedItem => ({
        ...(selector === undefined ? {} : { selector }),
        ...(app === undefined
          ? {}
          : {
              id: app.id,
              key: app.key,
              name: app.name,
              connections: connections.get(app.id) ?? 0,
            }),
        outcome: outcome === 'would_archive' ? done : outcome,
      }))
    if (body.validateOnly === true)
      return { count: apps.length, items: respondWith('would_archive') }
    if (apps.length === 0) return { count: 0, items: respondWith('archived') }

    const batchId = await archiveAll(context, transaction, apps)
    return { batchId, count: apps.length, items: respondWith('archived') }
  })
}
