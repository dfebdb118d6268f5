import { sql } from 'kysely'
import { roleRanks } from '../../core/authorize'
import type { Credential, Dependencies } from '../../core/context'
import { notAuthenticated } from '../../core/service-error'
import { matches } from '../../store/condition'
import type { Queryable } from '../../store/database'
import type { TokenOwner } from '../../store/schema'

/** A personal token is refused if the identity provider has not confirmed its owner for longer. */
const ownerAbsenceDays = 7
const absenceMilliseconds = ownerAbsenceDays * 86_400_000
/** How precisely the last sign-in of an owner is recorded, to limit writes. */
const seenMilliseconds = 3_600_000

/** Returns the owner of a personal token, by the credential of whoever issues it. */
export function ownerOf({ signedBy, issuer, subject, keyId }: Credential): TokenOwner | undefined {
  return signedBy === 'server' ? undefined : { signedBy, issuer, subject, keyId }
}

/** @throws not_authenticated if the role of the owner has not been confirmed recently */
export function assertOwnerPresent(seenAt: Date | null, now: Date): void {
  if (seenAt === null || now.getTime() - seenAt.getTime() < absenceMilliseconds) return
  throw notAuthenticated(
    `The owner of this personal token has not signed in for ${ownerAbsenceDays} days: ` +
      'it works again after they sign in',
  )
}

const isOwnedBy = (issuer: string, subject: string) => sql<boolean>`
  kind = 'personal'
  and owner ->> 'signedBy' = 'provider'
  and owner ->> 'issuer' = ${issuer}
  and owner ->> 'subject' = ${subject}`

/** Deletes the personal tokens of a user of the identity provider who has no role anywhere. */
export async function revokePersonalTokens(
  { database, authCache }: Dependencies,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  const ended = await database
    .deleteFrom('issued_tokens')
    .where(isOwnedBy(issuer, subject))
    .returning('workspace_id')
    .execute()
  for (const { workspace_id: id } of ended) authCache?.evict(id)
}

/**
 * Aligns the personal tokens that a user of the identity provider has in a workspace with their
 * current role there: tokens that allow more are deleted, the others stay valid.
 */
export async function confirmOwner(
  { database, clock, authCache }: Dependencies,
  workspaceId: string,
  { issuer, subject }: { issuer: string; subject: string },
  role: 'reader' | 'admin' | undefined,
): Promise<void> {
  const tokens = await database
    .selectFrom('issued_tokens')
    .select(['id', 'role', 'owner_seen_at'])
    .where('workspace_id', '=', workspaceId)
    .where(isOwnedBy(issuer, subject))
    .execute()
  const now = clock()
  const isExcessive = (token: { role: 'reader' | 'admin' | 'tenant' }) =>
    role === undefined || roleRanks[token.role] > roleRanks[role]
  const excessive = tokens.filter(isExcessive).map(({ id }) => id)
  if (excessive.length > 0) {
    await database
      .deleteFrom('issued_tokens')
      .where(matches('issued_tokens', { workspace_id: workspaceId, id: excessive }))
      .execute()
    authCache?.evict(workspaceId)
  }
  const unseen = tokens
    .filter(({ owner_seen_at: seen }) => now.getTime() - (seen?.getTime() ?? 0) >= seenMilliseconds)
    .map(({ id }) => id)
  if (unseen.length > 0)
    await database
      .updateTable('issued_tokens')
      .set({ owner_seen_at: now })
      .where(matches('issued_tokens', { workspace_id: workspaceId, id: unseen }))
      .execute()
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
