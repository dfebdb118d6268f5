import { expressionBuilder, sql, type SqlBool } from 'kysely'
import type { appScopes } from '@/contract/apps'
import type { ArchivedState } from '@/contract/pagination'
import type { RequestContext } from '@/server/core/context'
import { archivedCondition } from '@/server/search/archived-condition'
import { and, matches, not, type Condition } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import type { Tables } from '@/server/store/schema'
import { planEachTime } from '@/server/store/statement-names'
import { seenBy } from '../connections/visible'

type AppScope = (typeof appScopes)[number]

export interface AppFilters {
  category?: string | undefined
  isConnected?: boolean | undefined
  state: ArchivedState
}

const app = expressionBuilder<Tables, 'apps'>()

/**
 * Matches the apps with an active connection that the caller sees; for operators, with any. Tenants
 * do not learn what the others connected.
 */
function isConnectedFor(context: RequestContext): Condition {
  const connections = app
    .selectFrom('connections')
    .whereRef('connections.external_app_id', '=', 'apps.id')
    .where(matches('connections', { archived_at: null }))
  return app.exists(
    context.caller.role === 'operator'
      ? connections
      : connections.where(matches('connections', seenBy(context))),
  )
}

/** Matches the apps that filters select for the caller. */
export function filteredApps(
  context: RequestContext,
  { category, isConnected: wanted, state }: AppFilters,
): Condition {
  const isConnected = wanted === undefined ? undefined : isConnectedFor(context)
  return and(
    archivedCondition('apps', state),
    ...(category === undefined ? [] : [app('apps.categories', '@>', app.val([category]))]),
    ...(isConnected === undefined ? [] : [wanted === true ? isConnected : not(isConnected)]),
  )
}

export const publicApps: Condition = matches('apps', { workspace_id: null })

/** Matches the apps that a workspace created. */
export function ownApps(workspaceId: string): Condition {
  return matches('apps', { workspace_id: workspaceId })
}

/**
 * Matches the public apps that no app of the workspace hides by the same key. Statements with it
 * are planned each time: what is fast in a workspace with few apps takes seconds in one with many.
 */
function publicAppsSeenFrom(workspaceId: string): Condition {
  const hidingApp = app
    .selectFrom('apps as own')
    .where(sql<SqlBool>`${planEachTime} own.workspace_id = ${workspaceId}`)
    .whereRef('own.key', '=', 'apps.key')
    .where('own.archived_at', 'is', null)
  return and(publicApps, not(app.exists(hidingApp)))
}

async function usesPublicCatalog(database: Queryable, workspaceId: string): Promise<boolean> {
  const row = await database
    .selectFrom('workspaces')
    .select('settings')
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  return row?.settings['useServiceUniverse'] === true
}

/**
 * Returns the groups of apps that the caller sees, in order: those of its workspace, then public
 * ones. Operators only see public ones.
 */
export async function visibleGroups(
  context: RequestContext,
  database: Queryable,
  scope: AppScope = 'all',
): Promise<Condition[]> {
  const { workspaceId } = context.caller
  if (workspaceId === undefined) return scope === 'workspace' ? [] : [publicApps]
  const withPublic = scope !== 'workspace' && (await usesPublicCatalog(database, workspaceId))
  return [
    ...(scope === 'public' ? [] : [ownApps(workspaceId)]),
    ...(withPublic ? [publicAppsSeenFrom(workspaceId)] : []),
  ]
}
