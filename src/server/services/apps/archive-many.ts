import { sql } from 'kysely'
import { v7 as uuid, validate as isUuid } from 'uuid'
import {
  appsBySelector,
  maxArchivedAtOnce,
  type ArchivedItem,
  type ArchiveOutcome,
} from '../../../contract/apps'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { ownWorkspaceId } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { invalidRequest, ServiceError } from '../../core/service-error'
import { lockWorkspaces } from '../../core/writable'
import { writing, type Resource } from '../../core/writing'
import { visibleConditions } from '../../search/list-page'
import { and, matches } from '../../store/condition'
import type { Queryable } from '../../store/database'
import { insertRows } from '../../store/insert-rows'
import { archivedEvents } from './archived-events'
import { appSearch } from './search-index'
import { filteredApps, visibleGroups } from './filters'
import { appEntry } from './find'
import type { AppRow } from './record'

type Body = ParsedRequestOf<Operations['archiveApps']>['body']
type Result = ResponseOf<Operations['archiveApps']>

interface Chosen {
  selector?: string
  app?: AppRow
  outcome: ArchiveOutcome
}

function outcomeOf(context: RequestContext, app: AppRow): ArchiveOutcome {
  if (app.archived_at !== null) return 'already_archived'
  if (app.workspace_id === null && context.caller.role !== 'operator') return 'not_yours'
  return app.is_read_only ? 'read_only' : 'would_archive'
}

/** Chooses the app that a selector names. One that names two apps is ambiguous. */
function choose(context: RequestContext, selector: string, named: readonly AppRow[]): Chosen {
  const [app] = named
  if (app === undefined) return { selector, outcome: 'not_found' }
  if (new Set(named.map(({ id }) => id)).size > 1) return { selector, outcome: 'ambiguous' }
  return { selector, app, outcome: outcomeOf(context, app) }
}

/** Cleans up a pasted list of selectors, which can have spaces, blank lines and duplicates. */
function selectorsIn(list: readonly string[] = []): string[] {
  const trimmed = list.map((selector) => selector.trim())
  return [...new Set(trimmed)].filter((selector) => selector !== '')
}

/**
 * Locks the apps to archive. All bulk archives lock in the same order, so that two of them neither
 * archive an app twice nor deadlock.
 */
function lockClause({ validateOnly }: Body) {
  return validateOnly === true ? sql`` : sql`for no key update`
}

async function findBySelectors(
  context: RequestContext,
  database: Queryable,
  body: Body,
): Promise<Chosen[]> {
  const workspaceId = ownWorkspaceId(context.caller)
  const wanted = selectorsIn(body.selectors)
  const reach =
    workspaceId === undefined
      ? sql`true`
      : sql`(workspace_id is null or workspace_id = ${workspaceId})`
  const ownByKey =
    workspaceId === undefined
      ? sql``
      : sql`or (key = any(${wanted}) and workspace_id = ${workspaceId})`
  // Each branch uses an index.
  const { rows } = await sql<AppRow>`
    select * from apps
    where (id = any(${wanted.filter((text) => isUuid(text))}::uuid[]) and ${reach})
      or (uuid = any(${wanted}) and ${reach})
      or (key = any(${wanted}) and workspace_id is null)
      ${ownByKey}
    order by id ${lockClause(body)}`.execute(database)
  // A key means an app of the caller's workspace rather than a public one.
  const own = rows.filter((app) => app.workspace_id === workspaceId)
  const open = rows.filter((app) => app.workspace_id === null)
  const named = appsBySelector(rows, [...own, ...open])
  return wanted.map((selector) => choose(context, selector, named(selector)))
}

async function findByFilter(
  context: RequestContext,
  database: Queryable,
  body: Body,
  { search, category, isConnected, scope }: NonNullable<Body['filter']>,
): Promise<Chosen[]> {
  const filters = filteredApps(context, {
    category,
    isConnected,
    state: 'active',
  })
  const groups = (await visibleGroups(context, database, scope)).map((group) => and(group, filters))
  const except = selectorsIn(body.except)
  const exceptIds = except.filter((selector) => isUuid(selector))
  const rows: AppRow[] = []
  for (const listed of await visibleConditions(database, appSearch, groups, search)) {
    const found = await sql<AppRow>`
      select * from apps
      where ${listed} and not (
        id = any(${exceptIds}::uuid[]) or uuid = any(${except}) or key = any(${except})
      )
      order by id limit ${maxArchivedAtOnce + 1} ${lockClause(body)}`.execute(database)
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

/** Counts the live connections of each app that the caller can see. */
async function countConnections(
  context: RequestContext,
  database: Queryable,
  chosen: readonly Chosen[],
): Promise<Map<string, number>> {
  const workspaceId = ownWorkspaceId(context.caller)
  const ids = chosen.flatMap(({ app }) => (app === undefined ? [] : [app.id]))
  const { rows } = await sql<{ app_id: string; count: number }>`
    select external_app_id as app_id, count(*)::int as count from connections
    where external_app_id = any(${ids}::uuid[]) and archived_at is null
      ${workspaceId === undefined ? sql`` : sql`and workspace_id = ${workspaceId}`}
    group by external_app_id`.execute(database)
  return new Map(rows.map(({ app_id, count }) => [app_id, count]))
}

/** Returns the apps to archive, each once. */
function toArchive(chosen: readonly Chosen[]): AppRow[] {
  const apps = chosen.flatMap(({ app, outcome }) =>
    app !== undefined && outcome === 'would_archive' ? [[app.id, app] as const] : [],
  )
  return [...new Map(apps).values()]
}

const chosenApps: Resource<Chosen[], Body> = {
  name: 'selection',
  async lock(context, transaction, body) {
    const chosen = await (body.filter === undefined
      ? findBySelectors(context, transaction, body)
      : findByFilter(context, transaction, body, body.filter))
    for (const { app } of chosen)
      if (app?.workspace_id != null) context.trail.workspaces.add(app.workspace_id)
    return chosen
  },
  lockOwners: (transaction, chosen, options) =>
    lockWorkspaces(
      transaction,
      toArchive(chosen).map((app) => app.workspace_id),
      options,
    ),
}

async function archiveAll(
  context: RequestContext,
  transaction: Queryable,
  apps: readonly AppRow[],
): Promise<string> {
  const batchId = uuid()
  const now = context.clock()
  const ids = apps.map(({ id }) => id)
  await transaction
    .updateTable('apps')
    .set({ archived_at: now, updated_at: now })
    .where(matches('apps', { id: ids }))
    .execute()
  await transaction
    .insertInto('archive_batches')
    .values({
      id: batchId,
      workspace_id: ownWorkspaceId(context.caller) ?? null,
      actor: context.caller.name,
      created_at: now,
    })
    .execute()
  const batchApps = ids.map((id) => ({ batch_id: batchId, app_id: id }))
  await insertRows(transaction, 'archive_batch_apps', batchApps)
  return batchId
}

/** @throws conflict when the number of apps differs from what the caller expects */
function assertExpectedCount({ expectedCount }: Body, count: number): void {
  if (expectedCount === undefined || expectedCount === count) return
  throw new ServiceError(
    'conflict',
    `${count} apps would be archived, not ${expectedCount}: preview them again`,
    { expectedCount, count },
  )
}

/**
 * Archives many apps in one transaction, and reports the outcome of each.
 * @throws conflict, invalid_request, access_denied
 */
export async function archiveApps(
  context: RequestContext,
  { body }: ParsedRequestOf<Operations['archiveApps']>,
): Promise<Result> {
  const write = { operation: 'archiveApps', resource: chosenApps, id: body } as const
  return writing<Chosen[], Body, Result>(context, write, async (transaction, chosen) => {
    const apps = toArchive(chosen)
    assertExpectedCount(body, apps.length)
    const connections = await countConnections(context, transaction, chosen)
    const itemsWith = (done: ArchiveOutcome) =>
      chosen.map(({ selector, app, outcome }): ArchivedItem => ({
        selector,
        id: app?.id,
        key: app?.key,
        name: app?.name,
        connections: app && (connections.get(app.id) ?? 0),
        outcome: outcome === 'would_archive' ? done : outcome,
      }))
    if (body.validateOnly === true)
      return { result: { count: apps.length, items: itemsWith('would_archive') } }
    if (apps.length === 0) return { result: { count: 0, items: itemsWith('archived') } }

    const batchId = await archiveAll(context, transaction, apps)
    return {
      result: { batchId, count: apps.length, items: itemsWith('archived') },
      entries: apps.map(appEntry),
      events: archivedEvents(context, apps),
    }
  })
}
