import { validate as isUuid } from 'uuid'
import type { Dependencies } from '@/server/core/context'
import { tokenRevoked } from '@/server/core/service-error'
import { hasPassed } from '@/server/core/time/clock-skew'
import { assertOwnerPresent } from './personal-tokens'

/** How precisely the last use of a token is recorded, to limit the writes for a busy one. */
const lastUsedMilliseconds = 60_000

/**
 * Refuses a token that was revoked, and records that it was used. Without the record, which a
 * read-only database cannot store, it is accepted too.
 * @throws not_authenticated
 */
export async function acceptIssuedToken(
  { database, clock, log }: Dependencies,
  workspaceId: string,
  id: string | undefined,
): Promise<void> {
  const token =
    id !== undefined && isUuid(id)
      ? await database
          .selectFrom('issued_tokens')
          .select(['id', 'last_used_at', 'owner_seen_at'])
          .where('id', '=', id)
          .where('workspace_id', '=', workspaceId)
          .executeTakeFirst()
      : undefined
  if (token === undefined) throw tokenRevoked()
  const now = clock()
  assertOwnerPresent(token.owner_seen_at, now)
  const lastUsed = token.last_used_at?.getTime() ?? -Infinity
  if (!hasPassed(lastUsedMilliseconds, lastUsed, now.getTime())) return
  await database
    .updateTable('issued_tokens')
    .set({ last_used_at: now })
    .where('id', '=', token.id)
    .execute()
    .catch((error: unknown) => log.error({ error }, 'the use of a token could not be recorded'))
}
