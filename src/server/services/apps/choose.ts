import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { appsBySelector, maxArchivedAtOnce, type ArchiveOutcome } from '@/contract/apps'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { invalidRequest } from '@/server/core/service-error'
import { lockWorkspaces } from '@/server/core/writes/writable'
import type { RecordKind } from '@/server/core/writes/writing'
import { visibleConditions } from '@/server/search/list-page'
import { searchTiers } from '@/server/search/tiers'
import { and } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { filteredApps, visibleGroups } from './filters'
import { appItemColumns, type AppItemRow, type AppRow } from './record'
import { appSearch } from './search-index'

export type ArchiveBody = ParsedRequestOf<Operations['archiveApps']>['body']

/** An app with what decides whether it can be archived. */
type ChosenApp = AppItemRow & Pick<AppRow, 'archived_at' | 'search_name'>

const chosenColumns = sql.join(
  [...appItemColumns, 'archived_at', 'search_name'].map((column) => sql.ref(column)),
)

/** An app of the request, or a selector that names none, and what becomes of it. */
export interface Chosen {
  selector?: string
  app?: ChosenApp
  outcome: ArchiveOutcome
}

function outcomeOf(context: RequestContext, app: ChosenApp): ArchiveOutcome {
  if (app.archived_at !== null) return 'already_archived'
  if (app.workspace_id === null && context.caller.role !== 'operator') return 'not_yours'
  return app.is_read_only ? 'read_only' : 'would_archive'
}

/** Chooses the app that a selector names. One that names two apps is ambiguous. */
function choose(context: RequestContext, selector: string, named: readonly ChosenApp[]): Chosen {
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
function lockClause({ validateOnly }: ArchiveBody) {
  return validateOnly === true ? sql`` : sql`for no key update`
}

async function findBySelectors(
  context: RequestContext,
  database: Queryable,
  body: ArchiveBody,
): Promise<Chosen[]> {
  const { workspaceId } = context.caller
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
  const { rows } = await sql<ChosenApp>`
    select ${chosenColumns} from apps
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
  body: ArchiveBody,
  { search, category, isConnected, scope }: NonNullable<ArchiveBody['filter']>,
): Promise<Chosen[]> {
  const filters = filteredApps(context, {
    category,
    isConnected,
    state: 'active',
  })
  const groups = (await visibleGroups(context, database, scope)).map((group) => and(group, filters))
  const except = selectorsIn(body.except)
  const exceptIds = except.filter((selector) => isUuid(selector))
  const { table, termsTable } = appSearch
  const query = { table, groups, search: searchTiers(table, search, termsTable) }
  const rows: ChosenApp[] = []
  for (const listed of await visibleConditions(database, query)) {
    const found = await sql<ChosenApp>`
      select ${chosenColumns} from apps
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

/** Returns the apps to archive, each once. */
export function toArchive(chosen: readonly Chosen[]): AppItemRow[] {
  const apps = chosen.flatMap(({ app, outcome }) =>
    app !== undefined && outcome === 'would_archive' ? [[app.id, app] as const] : [],
  )
  return [...new Map(apps).values()]
}

/** The apps that a request chooses, as `writing` takes them. */
export const chosenApps: RecordKind<Chosen[], ArchiveBody> = {
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
