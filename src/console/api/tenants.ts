import { maxPageSize } from '@/contract/pagination'
import { tenantOperations, type Tenant } from '@/contract/tenants'
import { responseOf } from './client'
import { eachPage } from './queries'

/** Yields every tenant of a workspace, page by page. */
export function tenantPages(workspaceId: string): AsyncIterable<Tenant[]> {
  return eachPage((cursor) =>
    responseOf(
      tenantOperations.listTenants,
      { query: { workspaceId, limit: maxPageSize, cursor } },
      { workspaceId },
    ),
  )
}
