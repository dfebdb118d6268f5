import { dequal } from 'dequal'
import { NIL } from 'uuid'
import type { Database, Queryable } from '@/server/store/database'
import type { PreviousSecret, WorkspaceRow } from '@/server/store/schema'
import type { Dependencies } from '../context'
import type { SecretBox } from './secret-box'

const batchSize = 200

/**
 * Yields all rows of a table.
 * @param read reads the batch after a row; the first one after undefined
 */
async function* inBatches<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows: Row[] = []
  do {
    rows = await read(rows.at(-1))
    yield* rows
  } while (rows.length === batchSize)
}

/**
 * Re-encrypts every secret in the database with the current master key. Servers may keep running: a
 * secret that changes meanwhile is encrypted with the current key already.
 * @returns how many rows were changed
 * @throws if a secret is encrypted with a third key
 */
export async function resealSecrets({
  database,
  secretBox,
}: Pick<Dependencies, 'database' | 'secretBox'>): Promise<number> {
  return (
    (await resealWorkspaces(database, secretBox)) +
    (await resealConnections(database, secretBox)) +
    (await resealResponses(database, secretBox))
  )
}

async function reseal(secretBox: SecretBox, sealed: string): Promise<string> {
  if (await secretBox.isCurrent(sealed)) return sealed
  const secret = await secretBox.open(sealed).catch(() => {
    throw new Error(
      'A secret is encrypted with another key than MASTER_KEY: set MASTER_KEY_PREVIOUS to the ' +
        'key before',
    )
  })
  return secretBox.seal(secret)
}

function resealAll(secretBox: SecretBox, secrets: readonly PreviousSecret[]) {
  return Promise.all(
    secrets.map(async ({ encryptedSecret, until }) => ({
      encryptedSecret: await reseal(secretBox, encryptedSecret),
      until,
    })),
  )
}

/** Yields the encrypted secrets of all workspaces. */
export function workspaceSecrets(database: Queryable) {
  return inBatches<Pick<WorkspaceRow, 'id' | 'encrypted_secret'>>((last) =>
    database
      .selectFrom('workspaces')
      .select(['id', 'encrypted_secret'])
      .where('id', '>', last?.id ?? NIL)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  )
}

async function resealWorkspaces(database: Database, secretBox: SecretBox): Promise<number> {
  let count = 0
  for await (const { id } of workspaceSecrets(database))
    if (await resealWorkspace(database, secretBox, id)) count += 1
  return count
}

/**
 * Re-encrypts the secrets of a workspace. If one changes meanwhile, they are read again: the one
 * before may have become a previous one, which is still encrypted with the previous key.
 * @returns whether any was not encrypted with the current key
 */
async function resealWorkspace(
  database: Database,
  secretBox: SecretBox,
  id: string,
): Promise<boolean> {
  for (;;) {
    const sealed = await database
      .selectFrom('workspaces')
      .select([
        'encrypted_secret',
        'previous_secrets',
        'encrypted_webhook_secret',
        'previous_webhook_secrets',
      ])
      .where('id', '=', id)
      .executeTakeFirst()
    if (sealed === undefined) return false
    const { encrypted_secret: secret, encrypted_webhook_secret: webhookSecret } = sealed
    const resealed = {
      encrypted_secret: await reseal(secretBox, secret),
      previous_secrets: await resealAll(secretBox, sealed.previous_secrets),
      encrypted_webhook_secret:
        webhookSecret === null ? null : await reseal(secretBox, webhookSecret),
      previous_webhook_secrets: await resealAll(secretBox, sealed.previous_webhook_secrets),
    }
    if (dequal(resealed, sealed)) return false
    const { numUpdatedRows } = await database
      .updateTable('workspaces')
      .set({
        ...resealed,
        previous_secrets: JSON.stringify(resealed.previous_secrets),
        previous_webhook_secrets: JSON.stringify(resealed.previous_webhook_secrets),
      })
      .where('id', '=', id)
      .where('encrypted_secret', '=', secret)
      .where('encrypted_webhook_secret', 'is not distinct from', webhookSecret)
      .executeTakeFirst()
    if (numUpdatedRows > 0) return true
  }
}

async function resealConnections(database: Database, secretBox: SecretBox): Promise<number> {
  const rows = inBatches<{ id: string; encrypted_credentials: string | null }>((last) =>
    database
      .selectFrom('connections')
      .select(['id', 'encrypted_credentials'])
      .where('encrypted_credentials', 'is not', null)
      .where('id', '>', last?.id ?? NIL)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  )
  let count = 0
  for await (const { id, encrypted_credentials: sealed } of rows) {
    if (sealed === null || (await secretBox.isCurrent(sealed))) continue
    const { numUpdatedRows } = await database
      .updateTable('connections')
      .set({ encrypted_credentials: await reseal(secretBox, sealed) })
      .where('id', '=', id)
      .where('encrypted_credentials', '=', sealed)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count
}

/** Re-encrypts the responses that are stored for repeated requests. */
async function resealResponses(database: Database, secretBox: SecretBox): Promise<number> {
  const rows = inBatches<{ caller: string; key: string; sealed_body: string | null }>((last) =>
    database
      .selectFrom('idempotent_requests')
      .select(['caller', 'key', 'sealed_body'])
      .where('sealed_body', 'is not', null)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('caller', 'key'), '>', tuple(last?.caller ?? '', last?.key ?? '')),
      )
      .orderBy('caller')
      .orderBy('key')
      .limit(batchSize)
      .execute(),
  )
  let count = 0
  for await (const { caller, key, sealed_body: sealed } of rows) {
    if (sealed === null || (await secretBox.isCurrent(sealed))) continue
    const { numUpdatedRows } = await database
      .updateTable('idempotent_requests')
      .set({ sealed_body: await reseal(secretBox, sealed) })
      .where('caller', '=', caller)
      .where('key', '=', key)
      .where('sealed_body', '=', sealed)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count
}
