import { maxPageSize } from '../../contract/pagination'
import { tenantOperations, type Tenant } from '../../contract/tenants'
import { call } from './client'
import { eachPage } from './queries'

/** Every tenant of a workspace, page by page. */
export function tenantPages(workspaceId: string): AsyncIterable<Tenant[]> {
  return eachPage(
    async (cursor) =>
      (
        await call(
          tenantOperations.listTenants,
          { query: { workspaceId, limit: maxPageSize, cursor } },
          { workspaceId },
        )
      ).response,
  )
}
