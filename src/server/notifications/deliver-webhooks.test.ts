import { sql } from 'kysely'
import { NIL, v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { maxDeliveriesChanged } from '@/contract/deliveries'
import { operations } from '@/contract/operations'
import { outgoingFetch } from '@/server/node/outgoing-fetch'
import { repairClockSkew } from '@/server/queue/queue'
import type { Queryable } from '@/server/store/database'
import { adminToken, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { databaseServer } from '@/server/testing/database-server'
import { countPagesRead } from '@/server/testing/pages-read'
import { respondWith, startReceiver, type Receiver } from '@/server/testing/receiver'
import { deliverDueWebhooks } from './deliver-webhooks'
import { claimDue, webhookQueue } from './webhook-queue'
import { signingSecrets } from './webhook-signature'

let receivers: Receiver[] = []
let now = Date.now()

const api = await apiPerFile({
  clock: () => new Date(now),
  mailer: { send: async () => {} },
  fetch: outgoingFetch({ networks: ['127.0.0.0/8'], http: true, timeoutMilliseconds: 50_000 }),
})
beforeEach(() => (now = Date.now()))
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()))
  receivers = []
  await api.dependencies.database.deleteFrom('delivery_attempts').execute()
  await api.dependencies.database.deleteFrom('webhook_deliveries').execute()
})

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver()
  receivers.push(receiver)
  return receiver
}

async function newSender(webhookUri: string) {
  const workspace = await api.newWorkspace('Sender')
  const token = await adminToken(workspace)
  const path = `/org-workspaces/${workspace.id}`
  const request = (method: string, suffix: string, body?: unknown) =>
    api.request(method, `${path}${suffix}`, { token, ...(body === undefined ? {} : { body }) })
  expect((await request('PATCH', '', { webhookUri })).status).toBe(200)
  return {
    ...workspace,
    request,
    moveTo: (address: string) => request('PATCH', '', { webhookUri: address }),
    state: async () =>
      operations.getWebhook.response.parse(
        (await api.request('GET', `${path}/webhook`, { token: api.operatorToken })).body,
      ),
  }
}

async function queue(
  workspace: TestWorkspace,
  count: number,
  eventType = 'ping',
): Promise<string[]> {
  const created = new Date(now)
  const rows = Array.from({ length: count }, () => ({
    id: uuid(),
    workspace_id: workspace.id,
    event_type: eventType,
    body: '{}',
    next_attempt_at: created,
    created_at: created,
  }))
  for (let start = 0; start < rows.length; start += 1000)
    await api.dependencies.database
      .insertInto('webhook_deliveries')
      .values(rows.slice(start, start + 1000))
      .execute()
  return rows.map(({ id }) => id)
}

const deliver = (stopping?: AbortSignal) => deliverDueWebhooks(api.dependencies, stopping)
const deliveryOf = (id: string | undefined) =>
  api.dependencies.database
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()
const arrival = (receiver: Receiver, count = 1) =>
  vi.waitFor(() => expect(receiver.received).toHaveLength(count), { timeout: 30_000 })

test('an attempt reads little of its workspace, however large that is', async () => {
  const receiver = await newReceiver()
  const large = await newSender(receiver.uri)
  const userFieldsSchema = { description: 'x'.repeat(100_000) }
  expect((await large.request('PATCH', '', { userFieldsSchema })).status).toBe(200)
  const [id] = await queue(large, 1)
  let characters = 0
  const database = api.dependencies.database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      characters += JSON.stringify(result.rows).length
      return result
    },
  })
  await deliverDueWebhooks({ ...api.dependencies, database })
  expect((await deliveryOf(id)).status).toBe('delivered')
  expect(characters).toBeLessThan(10_000)
})

describe('a long queue', () => {
  test('is read by index, whether the database knows its size or not', async () => {
    const [crowded, other] = [
      await newSender('https://crowded.example/'),
      await newSender('https://other.example/'),
    ]
    await queue(crowded, 10_000)
    await queue(other, 10)
    const planned = async () => {
      const { rows } = await sql<{
        'QUERY PLAN': string
      }>`explain ${claimDue(new Date(now), uuid(), 20)}`.execute(api.dependencies.database)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    for (const learn of [false, true]) {
      if (learn) await sql`analyze`.execute(api.dependencies.database)
      const plan = await planned()
      expect(plan).not.toMatch(/Seq Scan on webhook_deliveries|Sort|Hash/)
      const indexes = [
        ...plan.matchAll(/(?:using|Bitmap Index Scan on) (webhook_deliveries_\w+)/g),
      ].map(([, name]) => name)
      expect(new Set(indexes)).toEqual(
        new Set([
          'webhook_deliveries_due',
          'webhook_deliveries_waiting',
          'webhook_deliveries_leased',
          'webhook_deliveries_pkey',
        ]),
      )
    }
  })

  test('is not read while nothing in it is due, in however many workspaces', async () => {
    const { id } = await api.newWorkspace('Waiting')
    const { database } = api.dependencies
    await sql`
      with copies as (
        insert into workspaces (
          id, org_id, key, name, encrypted_secret, search_name, search_key, created_at, updated_at
        )
        select gen_random_uuid(), org_id, key || n, name, encrypted_secret, search_name,
          search_key || n, created_at, updated_at
        from workspaces, generate_series(1, 300) as n where id = ${id}
        returning id
      )
      insert into webhook_deliveries (
        id, workspace_id, event_type, body, next_attempt_at, created_at
      )
      select gen_random_uuid(), id, 'ping', '{}', ${new Date(now + 3_600_000)}, ${new Date(now)}
      from copies`.execute(database)
    // Earlier tests have left deleted rows.
    await sql`vacuum analyze webhook_deliveries`.execute(database)
    const pages = await countPagesRead(database, (counted) =>
      claimDue(new Date(now), NIL, 20).execute(counted),
    )
    expect(pages).toBeLessThan(50)
  })

  test('of receivers that hang does not hold up the others', async () => {
    const alive = await newReceiver()
    for (let index = 0; index < 4; index += 1) {
      const dead = await newReceiver()
      dead.response = () => {}
      await queue(await newSender(dead.uri), 20)
    }
    await queue(await newSender(alive.uri), 20)
    const stopping = new AbortController()
    const delivering = deliver(stopping.signal)
    await arrival(alive, 20)
    expect(alive.received).toHaveLength(20)
    stopping.abort()
    await delivering
  })

  test('of a failing receiver is tried one by one, so that it does not block others', async () => {
    const failing = await newReceiver()
    const sender = await newSender(failing.uri)
    failing.response = respondWith(500)
    await queue(sender, 1)
    await deliver()
    failing.response = () => {}
    await queue(sender, 20)
    const stopping = new AbortController()
    const delivering = deliver(stopping.signal)
    await arrival(failing, 2)
    const leased = await api.dependencies.database
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('is_leased', '=', true)
      .execute()
    stopping.abort()
    await delivering
    expect(leased).toHaveLength(1)
  })
})

describe('a late response', () => {
  /** An attempt under way, and how to let its receiver respond. */
  async function underWay() {
    const receiver = await newReceiver()
    const sender = await newSender(receiver.uri)
    const [id] = await queue(sender, 1)
    const response = new Promise<(status: number) => void>(
      (settle) =>
        (receiver.response = (response) => settle((status) => respondWith(status)(response))),
    )
    const delivering = deliver()
    await arrival(receiver)
    receiver.response = respondWith(200)
    return {
      id,
      receiver,
      sender,
      end: async (status: number) => ((await response)(status), delivering),
    }
  }

  test.each([410, 500])(
    'with %i from the previous address does not count against the new one',
    async (status) => {
      const { id, sender, end } = await underWay()
      const moved = await newReceiver()
      await sender.moveTo(moved.uri)
      await end(status)
      await deliver()
      expect(moved.received.map(({ headers }) => headers['webhook-id'])).toEqual([id])
      expect(await deliveryOf(id)).toMatchObject({ status: 'delivered', attempts: 1 })
      expect(await sender.state()).toEqual({ uri: moved.uri, hasSecret: true, retentionDays: 30 })
    },
  )

  test('that accepts leaves a new address that fails as failing', async () => {
    const { id, sender, end } = await underWay()
    const moved = await newReceiver()
    moved.response = respondWith(500)
    await sender.moveTo(moved.uri)
    await queue(sender, 1)
    await deliver()
    await end(200)
    expect((await deliveryOf(id)).status).toBe('delivered')
    expect((await sender.state()).failingSince).toBeDefined()
  })

  test('with 410 to a secret rotated in the meantime does not disable the webhook', async () => {
    const { id, sender, end } = await underWay()
    await sender.request('POST', '/rotate-webhook-secret')
    await end(410)
    await deliver()
    expect((await sender.state()).disabledAt).toBeUndefined()
    expect((await deliveryOf(id)).status).toBe('delivered')
  })

  test.each([410, 500])(
    'with %i for a workspace archived meanwhile is recorded, and nothing more is sent',
    async (status) => {
      const { id, receiver, sender, end } = await underWay()
      await queue(sender, 3)
      expect((await sender.request('DELETE', '')).status).toBe(200)
      await end(status)
      now += 1_800_000
      await deliver()
      expect(receiver.received).toHaveLength(1)
      expect(await deliveryOf(id)).toMatchObject({ status: 'stopped', is_leased: false })
      expect(await sender.state()).toEqual({
        uri: receiver.uri,
        hasSecret: true,
        retentionDays: 30,
      })
      expect(
        await api.dependencies.database
          .selectFrom('delivery_attempts')
          .select('status_code')
          .where('delivery_id', '=', id ?? '')
          .execute(),
      ).toEqual([{ status_code: status }])
    },
  )

  test('after another server has claimed the delivery does not change it', async () => {
    const { id, end } = await underWay()
    const theirs = { is_leased: true, attempts: 2, next_attempt_at: new Date(now + 90_000) }
    await api.dependencies.database
      .updateTable('webhook_deliveries')
      .set(theirs)
      .where('id', '=', id ?? '')
      .execute()
    await end(500)
    expect(await deliveryOf(id)).toMatchObject({ ...theirs, status: 'pending' })
  })

  test('to a ping does not enable another address saved in the meantime', async () => {
    const receiver = await newReceiver()
    const sender = await newSender(receiver.uri)
    const response = new Promise<() => void>(
      (settle) => (receiver.response = (response) => settle(() => respondWith(200)(response))),
    )
    const pinging = sender.request('POST', '/ping')
    await arrival(receiver)
    const gone = await newReceiver()
    gone.response = respondWith(410)
    await sender.moveTo(gone.uri)
    await queue(sender, 1)
    await deliver()
    ;(await response)()
    expect((await pinging).status).toBe(200)
    expect((await sender.state()).disabledAt).toBeDefined()
  })
})

test('a workspace gets its secret with its first message, and keeps it', async () => {
  const [first, second] = [await api.newWorkspace('First'), await api.newWorkspace('Second')]
  const read = ({ id }: TestWorkspace) =>
    api.dependencies.database
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  // Two servers may have read the workspace before either of them made the secret.
  const unsigned = await read(first)
  const secretsOf = () => signingSecrets(api.dependencies, api.dependencies.database, unsigned)
  expect(await secretsOf()).toEqual(await secretsOf())
  expect((await read(second)).encrypted_webhook_secret).toBeNull()
})

test('an address that responds 410 four times at once is reported once', async () => {
  const receiver = await newReceiver()
  const sender = await newSender(receiver.uri)
  const waiting: (() => void)[] = []
  receiver.response = (response) => void waiting.push(() => respondWith(410)(response))
  await queue(sender, 4)
  const delivering = deliver()
  await arrival(receiver, 4)
  for (const response of waiting) response()
  await delivering
  expect(
    await api.dependencies.database
      .selectFrom('emails')
      .select(['subject', 'body_text'])
      .where('workspace_id', '=', sender.id)
      .execute(),
  ).toEqual([
    {
      subject: 'The webhook of Sender was disabled',
      body_text:
        'Its address responded with status 410 (gone). ' +
        `Events are no longer sent to ${receiver.uri}.\n\n` +
        'New events are kept. Save another address or send a successful ping, then recover the ' +
        'missed deliveries.',
    },
  ])
})

test('due deliveries of a workspace without an address are stopped', async () => {
  const [id] = await queue(await api.newWorkspace('Without an address'), 1)
  await deliver()
  expect(await deliveryOf(id)).toMatchObject({
    status: 'stopped',
    next_attempt_at: null,
    is_leased: false,
    // Nothing was sent.
    attempts: 0,
    finished_at: new Date(now),
  })
})

test('more deliveries than one statement should change are stopped and recovered', async () => {
  const receiver = await newReceiver()
  const sender = await newSender(receiver.uri)
  const count = maxDeliveriesChanged + 1
  const ids = await queue(sender, count, 'app.archived')
  const at = `/org-workspaces/${sender.id}`
  const token = api.operatorToken
  const recover = async (validateOnly = false) => {
    const body = { since: new Date(now - 1000).toISOString(), validateOnly }
    return (await api.request('POST', `${at}/recover-deliveries`, { token, body })).body
  }

  expect((await api.request('DELETE', at, { token })).status).toBe(200)
  expect((await deliveryOf(ids[0])).status).toBe('stopped')
  expect((await deliveryOf(ids.at(-1))).status).toBe('pending')
  await deliver()
  expect((await deliveryOf(ids.at(-1))).status).toBe('stopped')
  expect(receiver.received).toEqual([])

  await api.request('POST', `${at}/restore`, { token })
  expect(await recover(true)).toEqual({ count })
  expect(await recover()).toEqual({ count: maxDeliveriesChanged })
  expect(await recover()).toEqual({ count: 1 })
  expect((await deliveryOf(ids.at(-1))).status).toBe('pending')
})

test('shutdown aborts attempts in progress; they do not count and are due again', async () => {
  const receiver = await newReceiver()
  receiver.response = () => {}
  const sender = await newSender(receiver.uri)
  const [id] = await queue(sender, 1)
  const stopping = new AbortController()
  const delivering = deliver(stopping.signal)
  await arrival(receiver)
  stopping.abort()
  await delivering
  expect(await deliveryOf(id)).toMatchObject({
    status: 'pending',
    attempts: 0,
    is_leased: false,
    next_attempt_at: new Date(now),
  })
  expect((await sender.state()).failingSince).toBeUndefined()
  receiver.response = respondWith(200)
  await deliver()
  expect((await deliveryOf(id)).status).toBe('delivered')
})

test('due deliveries stay due when the clock is set back', async () => {
  const receiver = await newReceiver()
  const sender = await newSender(receiver.uri)
  receiver.response = respondWith(500)
  const [tried] = await queue(sender, 1)
  await deliver()
  const [taken] = await queue(sender, 1)
  await api.dependencies.database
    .updateTable('webhook_deliveries')
    .set({ is_leased: true, attempts: 1, next_attempt_at: new Date(now + 60_000) })
    .where('id', '=', taken ?? '')
    .execute()
  now -= 30 * 86_400_000
  const [fresh] = await queue(sender, 1)
  receiver.response = respondWith(200)
  await repairClockSkew(api.dependencies.database, webhookQueue, new Date(now))
  await deliver()
  expect(new Set(receiver.received.slice(1).map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([tried, taken, fresh]),
  )
})

test('an attempt is recorded once when the clock is set far ahead during it', async () => {
  const receiver = await newReceiver()
  const sender = await newSender(receiver.uri)
  receiver.response = (response) => {
    now += 30 * 86_400_000
    respondWith(200)(response)
  }
  const [id] = await queue(sender, 1)
  await deliver()
  expect(await deliveryOf(id)).toMatchObject({ status: 'delivered', attempts: 1 })
  expect(receiver.received).toHaveLength(1)
})

test('an address does not fail since a time in the future when the clock is set back', async () => {
  const receiver = await newReceiver()
  receiver.response = respondWith(500)
  const sender = await newSender(receiver.uri)
  await queue(sender, 1)
  await deliver()
  now -= 3 * 3_600_000
  await queue(sender, 1)
  await deliver()
  const since = new Date(now).toISOString()
  expect((await sender.state()).failingSince).toBe(since)
  now += 60_000
  await queue(sender, 1)
  await deliver()
  expect((await sender.state()).failingSince).toBe(since)
})

test.each<[string, Receiver['response']]>([
  ['too large', respondWith(200, 'x'.repeat(2 ** 21))],
  [
    'cut off',
    (response) => {
      response.writeHead(200, { 'Content-Length': '10' }).write('thank')
      setTimeout(() => response.destroy(), 50)
    },
  ],
])('a delivery is accepted by its status, even if the response is %s', async (_what, response) => {
  const receiver = await newReceiver()
  receiver.response = response
  const [id] = await queue(await newSender(receiver.uri), 1)
  await deliver()
  expect(await deliveryOf(id)).toMatchObject({ status: 'delivered', attempts: 1 })
})

// The embedded database has one connection.
describe.skipIf(databaseServer === undefined)('while workspaces are locked', () => {
  /** Runs the work while another transaction locks workspaces, as their operations do. */
  async function locking(locked: TestWorkspace[], work: (transaction: Queryable) => Promise<void>) {
    const ids = locked.map(({ id }) => id)
    const { database } = api.dependencies
    await database.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('workspaces')
        .select('id')
        .where('id', 'in', ids)
        .forNoKeyUpdate()
        .execute()
      await work(transaction)
    })
  }

  async function newSenderWithSecret(webhookUri: string) {
    const sender = await newSender(webhookUri)
    const { database } = api.dependencies
    const workspaces = database.selectFrom('workspaces').selectAll()
    const row = await workspaces.where('id', '=', sender.id).executeTakeFirstOrThrow()
    await signingSecrets(api.dependencies, database, row)
    return sender
  }

  test('the result of an attempt is saved while the delivery is being resent', async () => {
    const receiver = await newReceiver()
    const sender = await newSenderWithSecret(receiver.uri)
    const [id] = await queue(sender, 1)
    let delivering: Promise<void> | undefined
    await locking([sender], async (transaction) => {
      delivering = deliver()
      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 5000 })
      await new Promise((resume) => setTimeout(resume, 500))
      await transaction
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('id', '=', id ?? '')
        .forUpdate()
        .execute()
    })
    await delivering
    expect(await deliveryOf(id)).toMatchObject({ status: 'delivered' })
  })

  test.each([
    ['results', newSenderWithSecret],
    ['first messages', newSender],
  ])('their %s do not take the connections that others need', async (_what, create) => {
    const [receiver, later] = [await newReceiver(), await newReceiver()]
    later.response = (response) => setTimeout(() => response.end(), 500)
    // As many as the jobs have connections.
    const senders: TestWorkspace[] = []
    for (let count = 0; count < 4; count += 1) senders.push(await create(receiver.uri))
    const ids = (await Promise.all(senders.map((sender) => queue(sender, 2)))).flat()
    const [id = ''] = await queue(await newSenderWithSecret(later.uri), 1)
    let delivering: Promise<void> | undefined
    try {
      await locking(senders, async (transaction) => {
        delivering = deliver()
        await vi.waitFor(
          async () => {
            const deliveries = transaction.selectFrom('webhook_deliveries').select('status')
            const [row] = await deliveries.where('id', '=', id).execute()
            expect(row).toEqual({ status: 'delivered' })
          },
          { timeout: 5000 },
        )
      })
    } finally {
      await delivering
    }
    for (const held of ids) expect(await deliveryOf(held)).toMatchObject({ status: 'delivered' })
  })

  test('a delivery that came due while its webhook is enabled again is not stopped', async () => {
    const receiver = await newReceiver()
    const sender = await newSenderWithSecret(receiver.uri)
    const setDisabled = (database: Queryable, since: Date | null) =>
      database
        .updateTable('workspaces')
        .set({ webhook_disabled_at: since })
        .where('id', '=', sender.id)
        .execute()
    await setDisabled(api.dependencies.database, new Date(now))
    const [id] = await queue(sender, 1)
    let delivering: Promise<void> | undefined
    await locking([sender], async (transaction) => {
      await setDisabled(transaction, null)
      delivering = deliver()
      await vi.waitFor(async () => expect((await deliveryOf(id)).is_leased).toBe(true))
      await new Promise((resume) => setTimeout(resume, 200))
    })
    await delivering
    await deliver()
    expect(await deliveryOf(id)).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  test('until its lease ends, a delivery is sent again', async () => {
    const receiver = await newReceiver()
    const sender = await newSenderWithSecret(receiver.uri)
    const [id] = await queue(sender, 1)
    let delivering: Promise<void> | undefined
    try {
      await locking([sender], async () => {
        delivering = deliver()
        await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 5000 })
        now += webhookQueue.leaseSeconds * 1000
        await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 5000 })
      })
    } finally {
      await delivering
    }
    expect(await deliveryOf(id)).toMatchObject({ status: 'delivered', attempts: 2 })
  })
})
