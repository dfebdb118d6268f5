import { dequal } from 'dequal'
import { NIL } from 'uuid'
import type { PreviousSecret } from '../store/schema'
import type { Dependencies } from './context'

const batchSize = 200

/** Yields all rows of a table, read in batches by id. */
async function* inBatches<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows: Row[] = []
  do {
    rows = await read(rows.at(-1)?.id ?? NIL)
    yield* rows
  } while (rows.length === batchSize)
}

/**
 * Seals every secret of the database under the current master key. Servers may keep running: a
 * secret that changes in between is left alone, since it is sealed under the current key by then.
 * @returns how many rows were changed
 * @throws if a secret was sealed under a third key
 */
export async function resealSecrets({
  database,
  secretBox,
}: Pick<Dependencies, 'database' | 'secretBox'>): Promise<number> {
  const reseal = async (sealed: string): Promise<string> =>
    (await secretBox.isCurrent(sealed)) ? sealed : secretBox.seal(await secretBox.open(sealed))
  const resealAll = (secrets: readonly PreviousSecret[]) =>
    Promise.all(
      secrets.map(async ({ encryptedSecret, until }) => ({
        encryptedSecret: await reseal(encryptedSecret),
        until,
      })),
    )
  let count = 0

  const workspaces = inBatches((after) =>
    database
      .selectFrom('workspaces')
      .select([
        'id',
        'encrypted_secret',
        'previous_secrets',
        'encrypted_webhook_secret',
        'previous_webhook_secrets',
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  )
  for await (const row of workspaces) {
    const secret = await reseal(row.encrypted_secret)
    const webhookSecret =
      row.encrypted_webhook_secret === null ? null : await reseal(row.encrypted_webhook_secret)
    const previous = await resealAll(row.previous_secrets)
    const previousWebhook = await resealAll(row.previous_webhook_secrets)
    const resealed = [secret, webhookSecret, previous, previousWebhook]
    const stored = [
      row.encrypted_secret,
      row.encrypted_webhook_secret,
      row.previous_secrets,
      row.previous_webhook_secrets,
    ]
    if (dequal(resealed, stored)) continue
    const { numUpdatedRows } = await database
      .updateTable('workspaces')
      .set({
        encrypted_secret: secret,
        encrypted_webhook_secret: webhookSecret,
        previous_secrets: JSON.stringify(previous),
        previous_webhook_secrets: JSON.stringify(previousWebhook),
      })
      .where('id', '=', row.id)
      .where('encrypted_secret', '=', row.encrypted_secret)
      .where('encrypted_webhook_secret', 'is not distinct from', row.encrypted_webhook_secret)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }

  const connections = inBatches((after) =>
    database
      .selectFrom('connections')
      .select(['id', 'encrypted_credentials'])
      .where('encrypted_credentials', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  )
  for await (const { id, encrypted_credentials: sealed } of connections) {
    if (sealed === null || (await secretBox.isCurrent(sealed))) continue
    const { numUpdatedRows } = await database
      .updateTable('connections')
      .set({ encrypted_credentials: await reseal(sealed) })
      .where('id', '=', id)
      .where('encrypted_credentials', '=', sealed)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }

  const responses = await database
    .selectFrom('idempotent_requests')
    .select(['caller', 'key', 'sealed_body'])
    .where('sealed_body', 'is not', null)
    .execute()
  for (const { caller, key, sealed_body: sealed } of responses) {
    if (sealed === null || (await secretBox.isCurrent(sealed))) continue
    const { numUpdatedRows } = await database
      .updateTable('idempotent_requests')
      .set({ sealed_body: await reseal(sealed) })
      .where('caller', '=', caller)
      .where('key', '=', key)
      .where('sealed_body', '=', sealed)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count
}
