import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import { holdsSecret } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { accessDenied, ServiceError } from '../../core/service-error'
import { findWorkspace } from '../../core/find-workspace'
import { newWorkspaceSecret } from './secret'

/**
 * Replaces the secret. Tokens signed with the old one, and those that the server issued, are refused at once.
 * @returns the new secret, unless the caller's token was issued by the server
 * @throws not_found, conflict, access_denied
 */
export async function rotateOrgWorkspaceSecret(
  context: RequestContext,
  { params }: ParsedRequestOf<Operations['rotateOrgWorkspaceSecret']>,
): Promise<ResponseOf<Operations['rotateOrgWorkspaceSecret']>> {
  const secret = newWorkspaceSecret()
  const encryptedSecret = await context.secretBox.seal(secret)
  await context.database.transaction().execute(async (transaction) => {
    const before = await findWorkspace(context, transaction, params.id, { forUpdate: true })
    if (before.archived_at !== null)
      throw new ServiceError('conflict', 'This workspace is archived: restore it first')
    if (before.is_read_only)
      throw accessDenied(
        'This workspace is read-only: set isReadOnly to false before rotating its secret',
      )
    await audit(context, transaction, {
      operation: 'rotateOrgWorkspaceSecret',
      workspaceId: before.id,
      subject: { type: 'workspace', id: before.id, name: before.name },
      changes: [{ path: 'secret', before: '(masked)', after: '(masked)' }],
    })
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
  })
  return holdsSecret(context) ? { secret } : {}
}
