import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { apiPerFile } from '@/server/testing/api-per-file'
import { emitEvents, type Event, type Recipient } from './emit-events'

const now = new Date('2026-05-20T10:00:00Z')
const uri = 'https://hooks.example/'
const eventType = 'connector.created'

const api = await apiPerFile({ clock: () => now })

async function newRecipient(changed: Partial<Recipient> = {}): Promise<Recipient> {
  const { id } = await api.newWorkspace()
  const recipient = {
    id,
    webhook_uri: uri,
    enabled_webhook_events: [eventType],
    webhook_disabled_at: null,
    archived_at: null,
    ...changed,
  }
  await api.dependencies.database
    .updateTable('workspaces')
    .set({
      ...recipient,
      enabled_webhook_events: JSON.stringify(recipient.enabled_webhook_events),
    })
    .where('id', '=', id)
    .execute()
  return recipient
}

const emit = (events: readonly Event[], known?: Recipient) =>
  emitEvents(api.dependencies, api.dependencies.database, events, known)
const deliveriesTo = (workspaceId: string) =>
  api.dependencies.database
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_type', 'body', 'status', 'next_attempt_at', 'created_at', 'finished_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()

test('an event is queued at once, with what happened and when', async () => {
  const { id } = await newRecipient()
  const events = ['first', 'second'].map((name) => ({ workspaceId: id, eventType, data: { name } }))
  const ids = await emit(events)
  expect(await deliveriesTo(id)).toEqual(
    events.map(({ data }, index) => ({
      id: ids[index],
      event_type: eventType,
      body: JSON.stringify({ eventType, data, timestamp: now.toISOString() }),
      status: 'pending',
      next_attempt_at: now,
      created_at: now,
      finished_at: null,
    })),
  )
})

test('an event while the webhook is disabled is kept, but not sent', async () => {
  const { id } = await newRecipient({ webhook_disabled_at: new Date(now.getTime() - 1000) })
  expect(await emit([{ workspaceId: id, eventType, data: 1 }])).toHaveLength(1)
  expect(await deliveriesTo(id)).toMatchObject([
    { status: 'stopped', next_attempt_at: null, finished_at: now },
  ])
})

const others: readonly [string, Partial<Recipient>, wanted: boolean, forced: boolean][] = [
  ['wants it', {}, true, true],
  ['wants other events', { enabled_webhook_events: ['connector.updated'] }, false, true],
  ['wants none', { enabled_webhook_events: [] }, false, true],
  ['has no webhook URI', { webhook_uri: null }, false, false],
  ['is archived', { archived_at: now }, false, false],
]
test.each(others)('a workspace that %s', async (_what, state, wanted, forced) => {
  const recipient = await newRecipient(state)
  const event = { workspaceId: recipient.id, eventType, data: {} }
  expect(await emit([event])).toHaveLength(wanted ? 1 : 0)
  expect(await emit([{ ...event, isForced: true }])).toHaveLength(forced ? 1 : 0)
  expect(await deliveriesTo(recipient.id)).toHaveLength(Number(wanted) + Number(forced))
})

test('each workspace gets its own events; one that does not exist gets none', async () => {
  const [one, two] = [await newRecipient(), await newRecipient({ webhook_uri: null })]
  const workspaceIds = [one.id, two.id, uuid(), one.id]
  const events = workspaceIds.map((workspaceId, data) => ({ workspaceId, eventType, data }))
  expect(await emit(events)).toHaveLength(2)
  const bodies = (await deliveriesTo(one.id)).map(({ body }) => JSON.parse(body).data)
  expect(bodies).toEqual([0, 3])
  expect(await deliveriesTo(two.id)).toEqual([])
})

test('a workspace that the caller has just changed counts as it is now', async () => {
  const [stored, other] = [await newRecipient(), await newRecipient()]
  const events = [stored, other].map(({ id }) => ({ workspaceId: id, eventType, data: {} }))
  expect(await emit(events, { ...stored, webhook_uri: null })).toHaveLength(1)
  expect(await deliveriesTo(stored.id)).toEqual([])
  expect(await deliveriesTo(other.id)).toHaveLength(1)
  expect(await emit([])).toEqual([])
})
