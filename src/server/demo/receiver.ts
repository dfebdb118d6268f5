import { Webhook } from 'standardwebhooks'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { demoReceiverHost, listedDemoWebhooks } from '@/contract/demo'
import type { ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import type { RequestContext, Dependencies } from '@/server/core/context'
import { signingSecrets } from '@/server/notifications/webhook-signature'
import type { Database } from '@/server/store/database'
import { assertDemoData, isDemo } from './demo-data'

type Receiving = Pick<Dependencies, 'database' | 'clock' | 'secretBox'>

const signedSchema = z.object({
  'webhook-id': z.string(),
  'webhook-timestamp': z.string(),
  'webhook-signature': z.string(),
})

function isSignedBy(secrets: readonly string[], headers: Headers, body: string): boolean {
  const signed = signedSchema.safeParse(Object.fromEntries(headers))
  if (!signed.success) return false
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, signed.data)
      return true
    } catch {
      return false
    }
  })
}

/** Keeps the webhooks that the list shows, so that no visitor fills the disk of a public demo. */
async function deleteUnlisted(database: Database, workspaceId: string): Promise<void> {
  await database
    .deleteFrom('demo_received')
    .where('workspace_id', '=', workspaceId)
    .where('id', '<=', (received) =>
      received
        .selectFrom('demo_received')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .orderBy('id', 'desc')
        .offset(listedDemoWebhooks)
        .limit(1),
    )
    .execute()
}

/** Receives a webhook like a customer's server: verifies its signature and stores it. */
async function receive(receiving: Receiving, request: Request): Promise<Response> {
  const { database, clock } = receiving
  const body = await request.text()
  const workspaces = await database
    .selectFrom('workspaces')
    .selectAll()
    .where('webhook_uri', '=', request.url)
    .execute()
  for (const workspace of workspaces) {
    if (!isSignedBy(await signingSecrets(receiving, database, workspace), request.headers, body))
      continue
    await database
      .insertInto('demo_received')
      .values({
        id: uuid(),
        workspace_id: workspace.id,
        webhook_id: request.headers.get('webhook-id') ?? '',
        body,
        received_at: clock(),
      })
      .execute()
    await deleteUnlisted(database, workspace.id)
    return Response.json({ received: true })
  }
  return Response.json({ error: 'The signature matches no workspace of the demo' }, { status: 401 })
}

/** Handles requests to the demo's receiver in this process, so that the demo needs no network. */
export function withDemoReceiver(outgoing: typeof fetch, receiving: Receiving): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).hostname !== demoReceiverHost || !(await isDemo(receiving.database)))
      return outgoing(input, init)
    return receive(receiving, request)
  }
}

/**
 * Lists the webhooks that the built-in receiver got from the caller's workspace, newest first.
 * @throws not_found if the data isn't the demo's
 */
export async function listDemoReceived(
  context: RequestContext,
): Promise<ResponseOf<Operations['listDemoReceived']>> {
  await assertDemoData(context.database)
  const rows = await context.database
    .selectFrom('demo_received')
    .selectAll()
    .where('workspace_id', '=', requireWorkspaceId(context))
    .orderBy('id', 'desc')
    .limit(listedDemoWebhooks)
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      receivedAt: row.received_at.toISOString(),
      webhookId: row.webhook_id,
      body: row.body,
    })),
  }
}
