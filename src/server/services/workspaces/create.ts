import { v7 as uuid } from 'uuid'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Queryable } from '../../store/database'
import { audit } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import { invalidRequest } from '../../core/service-error'
import { searchColumns } from '../../search/search-text'
import { newWorkspaceSecret } from './secret'
import { workspaceWithState, type WorkspaceWithState } from './record'

/** The organization that is named; without a name the only one there is. @throws invalid_request */
async function organizationFor(database: Queryable, orgId: string | undefined): Promise<string> {
  const organizations = await database.selectFrom('organizations').select('id').limit(100).execute()
  const named =
    orgId === undefined && organizations.length === 1
      ? organizations[0]
      : organizations.find(({ id }) => id === orgId)
  if (named === undefined) {
    const message =
      orgId === undefined
        ? 'Name the organization: there is not just one'
        : `There is no organization '${orgId}'`
    throw invalidRequest([{ path: ['body', 'orgId'], message, code: 'unknown_reference' }])
  }
  return named.id
}

/** Creates a development workspace with a key and a secret of its own. @throws invalid_request */
export async function createOrgWorkspace(
  context: RequestContext,
  { body }: ParsedRequestOf<Operations['createOrgWorkspace']>,
): Promise<WorkspaceWithState> {
  const encryptedSecret = await context.secretBox.seal(newWorkspaceSecret())
  const row = await context.database.transaction().execute(async (transaction) => {
    const id = uuid()
    const key = uuid()
    const now = context.clock()
    const made = await transaction
      .insertInto('workspaces')
      .values({
        id,
        org_id: await organizationFor(transaction, body.orgId),
        key,
        name: body.name,
        ...searchColumns(body.name, key),
        encrypted_secret: encryptedSecret,
        settings: JSON.stringify({ useServiceUniverse: true }),
        logo_uri: body.logoUri === undefined || body.logoUri === '' ? null : body.logoUri,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(context, transaction, {
      operation: 'createOrgWorkspace',
      workspaceId: id,
      subject: { type: 'workspace', id, name: made.name },
    })
    return made
  })
  return workspaceWithState(context, row)
}
