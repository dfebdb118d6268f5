import type { ParsedRequestOf, ResponseOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { holdsSecret } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { workspaceEntry, workspaces } from '../../core/find-workspace'
import { writing } from '../../core/writing'
import { newWorkspaceSecret } from './secret'

/**
 * Replaces the secret of a workspace. Tokens signed with the old one, and those that the server
 * issued, are refused at once.
 * @returns the new secret, unless the server issued the caller's token
 * @throws not_found, conflict, access_denied
 */
export async function rotateOrgWorkspaceSecret(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['rotateOrgWorkspaceSecret']>,
): Promise<ResponseOf<Operations['rotateOrgWorkspaceSecret']>> {
  const secret = newWorkspaceSecret()
  const encryptedSecret = await context.secretBox.seal(secret)
  const { id } = params
  const write = { operation: 'rotateOrgWorkspaceSecret', resource: workspaces, id } as const
  return writing(context, write, async (transaction, before) => {
    await transaction
      .updateTable('workspaces')
      .set({
        encrypted_secret: encryptedSecret,
        token_generation: before.token_generation + 1,
        revision: before.revision + 1,
        updated_at: context.clock(),
      })
      .where('id', '=', before.id)
      .execute()
    const changes = [{ path: 'secret', before: '(masked)', after: '(masked)' }]
    return {
      result: holdsSecret(context) ? { secret } : {},
      entries: [{ ...workspaceEntry(before), changes }],
    }
  })
}
