import { sha256 } from '@noble/hashes/sha2.js'
import { base64url } from 'jose'
import type { Dependencies } from '@/server/core/context'

const intervalMilliseconds = 60_000

const encoder = new TextEncoder()

/** Returns the SHA-256 digest of a key as it is registered, in base64url. */
export function publicKeyDigest(publicKey: string): string {
  return base64url.encode(sha256(encoder.encode(publicKey)))
}

/**
 * Records that a registered key has verified a token, once a minute: a busy key verifies many, and
 * all would write the same row. Without the record, the token is accepted too.
 */
export async function recordPublicKeyUse(
  { database, clock, log, oncePer }: Dependencies,
  workspaceId: string,
  publicKey: string,
): Promise<void> {
  const now = clock()
  const use = { workspace_id: workspaceId, digest: publicKeyDigest(publicKey) }
  const record = async () => {
    await database
      .insertInto('public_key_uses')
      .values({ ...use, last_used_at: now })
      .onConflict((known) =>
        known.columns(['workspace_id', 'digest']).doUpdateSet({ last_used_at: now }),
      )
      .execute()
  }
  await oncePer
    .record(intervalMilliseconds, ['key', use.workspace_id, use.digest], now, record)
    .catch((error: unknown) => log.error({ error }, 'the use of a key could not be recorded'))
}
