import { v7 as uuid, validate as isUuid } from 'uuid'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { WorkspaceWithState } from '@/contract/workspaces'
import { workspaceEntry } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { invalidRequest } from '@/server/core/service-error'
import { writing, type RecordKind } from '@/server/core/writes/writing'
import { searchColumns } from '@/server/search/search-text'
import { and, matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { workspaceWithState } from './record'
import { newWorkspaceSecret } from './secret'

/**
 * Finds the organization of that id, or the only one there is.
 * @throws invalid_request
 */
async function findOrganization(database: Queryable, id: string | undefined): Promise<string> {
  const [found, ...others] = await database
    .selectFrom('organizations')
    .select('id')
    .where(id === undefined ? and() : matches('organizations', { id: isUuid(id) ? id : [] }))
    .limit(2)
    .execute()
  if (found !== undefined && others.length === 0) return found.id
  const message =
    id === undefined
      ? 'There are several organizations: name one'
      : `There is no organization '${id}'`
  throw invalidRequest([{ path: ['body', 'orgId'], message, code: 'unknown_reference' }])
}

const organizations: RecordKind<string, string | undefined> = {
  name: 'organization',
  lock: (_context, transaction, id) => findOrganization(transaction, id),
  lockOwners: async () => [],
}

/** Creates a development workspace with a new key and secret. @throws invalid_request */
export async function createOrgWorkspace(
  context: RequestContext,
  { body }: ParsedRequestOf<Operations['createOrgWorkspace']>,
): Promise<WorkspaceWithState> {
  const encryptedSecret = await context.secretBox.seal(newWorkspaceSecret())
  const { name, orgId, logoUri } = body
  const write = { operation: 'createOrgWorkspace', records: organizations, id: orgId } as const
  const workspace = await writing(context, write, async (transaction, organization) => {
    const key = uuid()
    const now = context.clock()
    const result = await transaction
      .insertInto('workspaces')
      .values({
        id: uuid(),
        org_id: organization,
        key,
        name,
        ...searchColumns(name, key),
        encrypted_secret: encryptedSecret,
        settings: JSON.stringify({ useServiceUniverse: true }),
        // An empty address means none.
        logo_uri: logoUri || null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { result, entries: [workspaceEntry(result)] }
  })
  return workspaceWithState(context, workspace)
}
