import type { AnswerOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Call } from '../context'
import { cursorOf, listPage } from '../list-page'
import type { Condition } from '../search-tiers'
import { filterConditions, ownApps, publicApps, publicAppsSeenFrom, workspaceSeenBy } from './filters'
import { appItem } from './record'

async function usesPublicCatalog(call: Call, workspaceId: string): Promise<boolean> {
  const row = await call.database.selectFrom('workspaces').select('settings').where('id', '=', workspaceId).executeTakeFirst()
  return row?.settings['useServiceUniverse'] === true
}

/** The groups of apps that the caller sees, in their order: its workspace’s own, then public ones. */
async function visibleGroups(call: Call): Promise<Condition[]> {
  const workspaceId = workspaceSeenBy(call)
  if (workspaceId === undefined) return [publicApps]
  const withPublic = await usesPublicCatalog(call, workspaceId)
  return [ownApps(workspaceId), ...(withPublic ? [publicAppsSeenFrom(workspaceId)] : [])]
}

/** Searches the apps that the workspace can use, its own first. @throws invalid_request */
export async function listApps(call: Call, { query }: ParsedRequestOf<Operations['listApps']>): Promise<AnswerOf<Operations['listApps']>> {
  const workspaceId = workspaceSeenBy(call)
  const { category, isConnected, includeArchived } = query
  const filters = filterConditions(workspaceId, { category, isConnected, state: includeArchived === true ? 'both' : 'active' })
  const groups = await visibleGroups(call)
  const page = await listPage(call.database, {
    table: 'apps',
    list: { of: 'apps', workspaceId, groups: groups.length, category, isConnected, includeArchived },
    ...query,
    groups: groups.map((group) => [group, ...filters]),
  })
  return { items: page.rows.map(appItem), ...cursorOf(page) }
}
