import { Webhook } from 'standardwebhooks'
import type { Dependencies } from '@/server/core/context'
import { unexpired } from '@/server/core/secrets/previous-secrets'
import type { Queryable } from '@/server/store/database'
import type { WorkspaceRow } from '@/server/store/schema'

const secretBytes = 24

/** Creates a secret in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

/** What signs the messages of a workspace. */
export type Signing = Pick<
  WorkspaceRow,
  'id' | 'encrypted_webhook_secret' | 'previous_webhook_secrets'
>

/**
 * Returns the secrets that sign now: the current one, then the earlier ones that are still valid.
 * Creates the first one if there is none.
 */
export async function signingSecrets(
  { clock, secretBox }: Pick<Dependencies, 'clock' | 'secretBox'>,
  database: Queryable,
  workspace: Signing,
): Promise<string[]> {
  let sealed = workspace.encrypted_webhook_secret
  if (sealed === null) {
    await database
      .updateTable('workspaces')
      .set({ encrypted_webhook_secret: await secretBox.seal(newWebhookSecret()) })
      .where('id', '=', workspace.id)
      .where('encrypted_webhook_secret', 'is', null)
      .execute()
    const stored = await database
      .selectFrom('workspaces')
      .select('encrypted_webhook_secret')
      .where('id', '=', workspace.id)
      .executeTakeFirstOrThrow()
    sealed = stored.encrypted_webhook_secret ?? ''
  }
  const previous = unexpired(workspace.previous_webhook_secrets, clock())
  return Promise.all(
    [sealed, ...previous.map(({ encryptedSecret }) => encryptedSecret)].map((text) =>
      secretBox.open(text),
    ),
  )
}

/** Returns the headers of Standard Webhooks 1.0 for a message, signed with every valid secret. */
export async function signatureHeaders(
  dependencies: Pick<Dependencies, 'clock' | 'secretBox'>,
  database: Queryable,
  workspace: Signing,
  message: { id: string; body: string },
): Promise<Record<string, string>> {
  const at = new Date(Math.floor(dependencies.clock().getTime() / 1000) * 1000)
  const secrets = await signingSecrets(dependencies, database, workspace)
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Signalbox-Webhooks/1.0',
    'webhook-id': message.id,
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(message.id, at, message.body))
      .join(' '),
  }
}
