import { sql } from 'kysely'
import type { Credential } from '@/contract/history'
import { leewaySeconds } from '@/contract/token-claims'
import { renewRowVersion } from '@/server/core/access/auth-cache'
import { roleRanks } from '@/server/core/access/authorize'
import { workspaceEntry } from '@/server/core/access/find-workspace'
import { roleIn, type GrantedRoles } from '@/server/core/access/role-rules'
import type { Dependencies } from '@/server/core/context'
import { notAuthenticated } from '@/server/core/service-error'
import { clockSkewSeconds, hasPassed } from '@/server/core/time/clock-skew'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { recordInHistory } from '@/server/core/writes/history'
import { matches } from '@/server/store/condition'
import type { Queryable } from '@/server/store/database'
import { retryOnConflict } from '@/server/store/retry'
import type { IssuedTokensTable, TokenOwner } from '@/server/store/schema'

/** A personal token is refused if the identity provider has not confirmed its owner for longer. */
const ownerAbsenceDays = 7
const absenceMilliseconds = ownerAbsenceDays * 86_400_000
/** How precisely the last sign-in of an owner is recorded, to limit writes. */
const seenMilliseconds = 3_600_000

/** Returns the owner of a personal token, by the credential of whoever issues it. */
export function ownerOf({ signedBy, issuer, subject, keyId }: Credential): TokenOwner | undefined {
  return signedBy === 'server' ? undefined : { signedBy, issuer, subject, keyId }
}

/**
 * @throws not_authenticated if the role of the owner has not been confirmed recently, or if nobody
 * knows when, since the clock was set back
 */
export function assertOwnerPresent(seenAt: Date | null, now: Date): void {
  if (seenAt === null || !hasPassed(absenceMilliseconds, seenAt.getTime(), now.getTime())) return
  throw notAuthenticated(
    `The owner of this personal token has not signed in for ${ownerAbsenceDays} days: ` +
      'it works again after they sign in',
  )
}

/** A user of the identity provider, as a token describes them. */
interface ConfirmedOwner {
  name: string
  issuer: string
  subject: string
  credential: Credential
  granted: GrantedRoles
  /** The highest roles that they could have, since some tokens lack claims. */
  possible: GrantedRoles
}

interface OwnedToken {
  id: string
  name: string
  role: IssuedTokensTable['role']
  workspace: { id: string; name: string }
}

/** Deletes a personal token of a user who no longer has its role, and records it. */
async function endToken(
  { database, clock, authCache }: Dependencies,
  { name: ownerName, credential }: ConfirmedOwner,
  { id, name, role, workspace }: OwnedToken,
): Promise<void> {
  const author = {
    caller: { role, name: ownerName, credential },
    clock,
    reason: 'At the identity provider, its owner no longer has its role',
  }
  const end = async (transaction: Queryable) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('issued_tokens')
      .where(matches('issued_tokens', { id, workspace_id: workspace.id }))
      .executeTakeFirstOrThrow()
    // Another request has ended it meanwhile.
    if (numDeletedRows === 0n) return
    await renewRowVersion(transaction, workspace.id)
    const changes = [{ path: 'token', before: { id, name } }]
    const entry = { operation: 'revokeAccessToken', ...workspaceEntry(workspace), changes } as const
    await recordInHistory(author, transaction, [entry])
  }
  await retryOnConflict(() => database.transaction().execute(end))
  authCache.evict(workspace.id)
}

/**
 * Aligns the personal tokens of a user of the identity provider with their current roles: tokens
 * that allow more than they can have are deleted, and those within what they have are confirmed.
 * @param confirmedAt when the provider confirmed these roles. They may have changed since, so
 * tokens that were issued later are kept
 */
export async function confirmOwner(
  dependencies: Dependencies,
  owner: ConfirmedOwner,
  confirmedAt: Date,
): Promise<void> {
  const { database, clock, log } = dependencies
  const { issuer, subject, granted, possible } = owner
  const now = clock()
  const tokens = await database
    .selectFrom('issued_tokens')
    .innerJoin('workspaces', 'workspaces.id', 'issued_tokens.workspace_id')
    .select([
      'issued_tokens.id',
      'issued_tokens.name',
      'role',
      'owner_seen_at',
      'workspace_id',
      'key',
      'workspaces.name as workspace_name',
    ])
    .where((issued) =>
      issued.or([
        issued('issued_tokens.created_at', '<=', secondsAfter(confirmedAt, leewaySeconds)),
        // Issued before the clock was set back.
        issued('issued_tokens.created_at', '>', secondsAfter(now, clockSkewSeconds)),
      ]),
    )
    .where(
      sql<boolean>`
        kind = 'personal'
        and owner ->> 'signedBy' = 'provider'
        and owner ->> 'issuer' = ${issuer}
        and owner ->> 'subject' = ${subject}`,
    )
    .execute()
  for (const { key, workspace_id: workspaceId, owner_seen_at: seenAt, ...token } of tokens) {
    const { id, role } = token
    const isWithin = (roles: GrantedRoles) => {
      const current = roleIn(roles, key)
      return current !== undefined && roleRanks[role] <= roleRanks[current]
    }
    const isDue = hasPassed(seenMilliseconds, seenAt?.getTime() ?? -Infinity, now.getTime())
    const workspace = { id: workspaceId, name: token.workspace_name }
    if (!isWithin(possible)) await endToken(dependencies, owner, { ...token, workspace })
    else if (isWithin(granted) && isDue)
      await database
        .updateTable('issued_tokens')
        .set({ owner_seen_at: now })
        .where(matches('issued_tokens', { id, workspace_id: workspaceId }))
        .execute()
        // As in a read-only database. The next sign-in records it.
        .catch((error: unknown) => log.error({ error }, 'a sign-in could not be recorded'))
  }
}

interface SignInKeys {
  public_keys: readonly { name: string; publicKey: string }[]
  jwks_uri: string | null
}

/** Deletes the personal tokens of owners who signed in with a key that the workspace removes. */
export async function endTokensOfWithdrawnKeys(
  transaction: Queryable,
  workspaceId: string,
  before: SignInKeys,
  after: SignInKeys,
): Promise<void> {
  const isKept = (key: { name: string; publicKey: string }) =>
    after.public_keys.some(
      ({ name, publicKey }) => name === key.name && publicKey === key.publicKey,
    )
  const withdrawn = before.public_keys.filter((key) => !isKept(key)).map(({ name }) => name)
  const isMoved = before.jwks_uri !== after.jwks_uri
  if (withdrawn.length === 0 && !isMoved) return
  await transaction
    .deleteFrom('issued_tokens')
    .where('workspace_id', '=', workspaceId)
    .where(
      sql<boolean>`kind = 'personal' and (
        owner ->> 'signedBy' = 'publicKey' and owner ->> 'keyId' = any(${withdrawn}::text[])
        or owner ->> 'signedBy' = 'jwks' and ${isMoved}::boolean
      )`,
    )
    .execute()
}
