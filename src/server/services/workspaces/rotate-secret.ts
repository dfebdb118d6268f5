import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../audit'
import type { Call } from '../context'
import { accessDenied, ServiceFault } from '../fault'
import { findWorkspace } from './find'
import { newWorkspaceSecret } from './secret'

/** Replaces the secret. Tokens signed with the old one are refused at once. @throws not_found, conflict, access_denied */
export async function rotateOrgWorkspaceSecret(
  call: Call,
  { params }: ParsedRequestOf<Operations['rotateOrgWorkspaceSecret']>,
): Promise<{ secret: string }> {
  const secret = newWorkspaceSecret()
  const encryptedSecret = await call.secretBox.seal(secret)
  await call.database.transaction().execute(async (transaction) => {
    const before = await findWorkspace(call, transaction, params.id, { forUpdate: true })
    if (before.archived_at !== null)
      throw new ServiceFault('conflict', 'This workspace is archived: restore it first')
    if (before.is_read_only)
      throw accessDenied(
        'This workspace is read-only: set isReadOnly to false before rotating its secret',
      )
    await audit(call, transaction, {
      operation: 'rotateOrgWorkspaceSecret',
      workspaceId: before.id,
      subject: { type: 'workspace', id: before.id, name: before.name },
      changes: [{ path: 'secret', before: '(masked)', after: '(masked)' }],
    })
    await transaction
      .updateTable('workspaces')
      .set({
        encrypted_secret: encryptedSecret,
        revision: before.revision + 1,
        updated_at: call.clock(),
      })
      .where('id', '=', before.id)
      .execute()
  })
  return { secret }
}
