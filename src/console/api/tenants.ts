import { maxPageSize } from '../../contract/pagination'
import type { Tenant } from '../../contract/tenants'
import { call } from './client'

/** Every tenant of a workspace, page by page. */
export async function* tenantPages(workspaceId: string): AsyncGenerator<Tenant[]> {
  let cursor: string | undefined
  do {
    const { answer } = await call('listTenants', { query: { workspaceId, limit: maxPageSize, cursor } }, { workspaceId })
    yield answer.items
    cursor = answer.cursor
  } while (cursor !== undefined)
}
