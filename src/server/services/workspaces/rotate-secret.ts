import { maskedValue } from '@/contract/history'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { holdsSecret } from '@/server/core/access/authorize'
import { workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { etagOf, type Tagged } from '@/server/core/etag'
import { rotatedOut } from '@/server/core/secrets/previous-secrets'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { writing } from '@/server/core/writes/writing'
import { saveRevision } from './save-revision'
import { newWorkspaceSecret } from './secret'

/**
 * Rotates the secret of a workspace. Tokens that the server issued are refused at once, tokens
 * signed with the old secret after the overlap.
 * @returns the new secret, unless the server issued the caller's token
 * @throws not_found, conflict, access_denied, precondition_failed
 */
export async function rotateOrgWorkspaceSecret(
  context: RequestContext,
  { params, body: { overlapHours } }: ParsedRequestOf<Operations['rotateOrgWorkspaceSecret']>,
): Promise<Tagged<ResponseOf<Operations['rotateOrgWorkspaceSecret']>>> {
  const secret = newWorkspaceSecret()
  const encryptedSecret = await context.secretBox.seal(secret)
  const { id } = params
  const write = { operation: 'rotateOrgWorkspaceSecret', records: workspaces, id } as const
  return writing(context, write, async (transaction, before) => {
    const now = context.clock()
    const until = secondsAfter(now, overlapHours * 3600).toISOString()
    const current = { encryptedSecret: before.encrypted_secret, until }
    const previous = overlapHours === 0 ? [] : rotatedOut(before.previous_secrets, current, now)
    const columns = {
      encrypted_secret: encryptedSecret,
      previous_secrets: JSON.stringify(previous),
      token_generation: before.token_generation + 1,
    }
    const row = await saveRevision(transaction, before, columns, now)
    const changes = [{ path: 'secret', before: maskedValue, after: maskedValue }]
    return {
      result: {
        response: {
          secret: holdsSecret(context) ? secret : undefined,
          previousSecretUntil: overlapHours === 0 ? undefined : until,
        },
        etag: etagOf(row),
      },
      entries: [{ ...workspaceEntry(before), changes }],
    }
  })
}
