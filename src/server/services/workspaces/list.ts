import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { grantedKeys } from '@/server/core/access/role-rules'
import type { RequestContext } from '@/server/core/context'
import { activeUnless } from '@/server/search/archived-condition'
import { listPage } from '@/server/search/list-page'
import { and, idOrNone, matches } from '@/server/store/condition'
import { workspaceSummary, workspaceSummaryColumns } from './record'

/**
 * Lists the workspaces that the caller can access: all for operators, otherwise its own.
 * @throws invalid_request
 */
export async function listOrgWorkspaces(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listOrgWorkspaces']>,
): Promise<ResponseOf<Operations['listOrgWorkspaces']>> {
  const { caller, verifiedToken } = context
  const granted = verifiedToken?.granted
  // A user of the identity provider may have a role in several workspaces.
  const keys = granted === undefined ? undefined : grantedKeys(granted)
  const own = caller.role === 'operator' || granted !== undefined ? undefined : caller.workspaceId
  const { limit, cursor, search, ...filters } = query
  const page = await listPage(context.database, {
    table: 'workspaces',
    columns: workspaceSummaryColumns,
    largeColumn: 'logo_uri',
    list: { of: 'workspaces', own: keys ?? own, ...filters },
    search,
    limit,
    cursor,
    groups: [
      and(
        matches('workspaces', { key: keys, org_id: idOrNone(filters.orgId) }),
        ...(own === undefined ? [] : [matches('workspaces', { id: own })]),
        activeUnless('workspaces', filters.includeArchived),
      ),
    ],
  })
  return { items: page.rows.map(workspaceSummary), cursor: page.cursor }
}
