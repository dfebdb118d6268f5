import { expect, test } from 'vitest'
import { apiPerFile } from '@/server/testing/api-per-file'
import type { CallerIdentity } from '../access/caller'
import { findWorkspace, workspaceEntry, workspaces } from '../access/find-workspace'
import { resolveWorkspaceId } from '../access/resolve-workspace'
import type { RequestContext } from '../context'
import { etagOf } from '../etag'
import { matchesClaim, takeEffect, type IdempotencyClaim } from './idempotency-claim'
import { lockWorkspaces } from './writable'
import { writing, type Written } from './writing'

const now = new Date('2026-05-20T10:00:00Z')
const api = await apiPerFile({ clock: () => now })

const operator: CallerIdentity = { role: 'operator', name: 'Olga' }
const admin = (workspaceId: string): CallerIdentity => ({ role: 'admin', name: 'Ann', workspaceId })
const contextOf = (caller: CallerIdentity, more: Partial<RequestContext> = {}): RequestContext => ({
  ...api.dependencies,
  caller,
  trail: { entries: 0, workspaces: new Set() },
  requestId: 'ticket-1',
  ...more,
})

const read = (id: string) =>
  api.dependencies.database
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const historyOf = (id: string) =>
  api.dependencies.database
    .selectFrom('audit_events')
    .selectAll()
    .where('workspace_id', '=', id)
    .where('request_id', '=', 'ticket-1')
    .orderBy('id')
    .execute()

/** Renames a workspace. */
function rename(
  context: RequestContext,
  id: string,
  written: Omit<Written<string>, 'result'> = {},
  options: { allowed?: { readOnly?: boolean; archived?: boolean } } = {},
) {
  return writing(
    context,
    { operation: 'updateOrgWorkspace', records: workspaces, id, ...options },
    async (transaction, row) => {
      await transaction
        .updateTable('workspaces')
        .set({ name: 'Renamed' })
        .where('id', '=', row.id)
        .execute()
      return { result: `was ${row.name}`, ...written }
    },
  )
}

test('a write returns its result, and records who did what, with the request', async () => {
  const { id } = await api.newWorkspace('Written')
  const context = contextOf(operator, { address: '192.0.2.1' })
  const changes = [{ path: 'name', before: 'Written', after: 'Renamed' }]
  const entries = [{ ...workspaceEntry(await read(id)), changes }]
  expect(await rename(context, id, { entries })).toBe('was Written')
  expect(await historyOf(id)).toMatchObject([
    {
      operation: 'updateOrgWorkspace',
      subject_type: 'workspace',
      subject_id: id,
      subject_name: 'Written',
      actor: operator,
      address: '192.0.2.1',
      outcome: 'done',
      error: null,
      changes,
      created_at: now,
    },
  ])
  expect(await rename(contextOf(operator), id)).toBe('was Renamed')
  expect(await historyOf(id), 'nothing changed').toHaveLength(1)
})

test('a write that fails changes nothing and records nothing', async () => {
  const { id } = await api.newWorkspace('Kept')
  const entries = [workspaceEntry(await read(id))]
  // The database cannot store this event.
  const events = [{ workspaceId: id, eventType: 'a\0b', data: {}, isForced: true }]
  await api.dependencies.database
    .updateTable('workspaces')
    .set({ webhook_uri: 'https://hooks.example/' })
    .where('id', '=', id)
    .execute()
  await expect(rename(contextOf(operator), id, { entries, events })).rejects.toThrow(/0x00/)
  expect((await read(id)).name).toBe('Kept')
  expect(await historyOf(id)).toEqual([])
})

test('a write is refused if the record is stale, archived or read-only', async () => {
  const { id } = await api.newWorkspace('Guarded')
  const fresh = etagOf(await read(id))
  const stale = contextOf(operator, { ifMatch: '"old"' })
  await expect(rename(stale, id)).rejects.toMatchObject({ key: 'precondition_failed' })
  expect((await read(id)).name).toBe('Guarded')
  await rename(contextOf(operator, { ifMatch: fresh }), id)
  const set = (state: { is_read_only?: boolean; archived_at?: Date | null }) =>
    api.dependencies.database.updateTable('workspaces').set(state).where('id', '=', id).execute()
  await set({ is_read_only: true })
  await expect(rename(contextOf(operator), id)).rejects.toMatchObject({ key: 'access_denied' })
  await rename(contextOf(operator), id, {}, { allowed: { readOnly: true } })
  await set({ is_read_only: false, archived_at: now })
  await expect(rename(contextOf(operator), id)).rejects.toMatchObject({ key: 'conflict' })
  await rename(contextOf(operator), id, {}, { allowed: { archived: true } })
})

test('a workspace is found by operators, and by its callers with current tokens', async () => {
  const { id } = await api.newWorkspace('Found')
  const other = await api.newWorkspace('Other')
  const { token_generation: generation } = await read(id)
  const find = (caller: CallerIdentity, selector = id, of = generation) =>
    findWorkspace(
      contextOf(caller, { verifiedToken: { generation: of, holdsSecret: true } }),
      api.dependencies.database,
      selector,
    )
  expect(await find(operator)).toMatchObject({ id })
  expect(await find(operator, id, generation + 1)).toMatchObject({ id })
  expect(await find(admin(id))).toMatchObject({ id })
  expect(await find(admin(id), id.toUpperCase())).toMatchObject({ id })
  await expect(find(admin(id), id, generation + 1)).rejects.toMatchObject({
    key: 'not_authenticated',
  })
  await expect(find(admin(other.id))).rejects.toMatchObject({ key: 'not_found' })
  for (const selector of ['Found', '01a05bfb-7000-7000-8000-000000000000'])
    await expect(find(operator, selector)).rejects.toMatchObject({ key: 'not_found' })
})

test('the workspaces of a write are locked once each; the public catalog has none', async () => {
  const [one, two] = [await api.newWorkspace(), await api.newWorkspace()]
  await api.dependencies.database
    .updateTable('workspaces')
    .set({ is_read_only: true, archived_at: now })
    .where('id', '=', two.id)
    .execute()
  const lock = (ids: readonly (string | null)[], exclusive?: boolean) =>
    api.dependencies.database
      .transaction()
      .execute((transaction) =>
        lockWorkspaces(transaction, ids, exclusive === undefined ? undefined : { exclusive }),
      )
  const states = [
    { is_read_only: false, archived_at: null },
    { is_read_only: true, archived_at: now },
  ]
  for (const exclusive of [undefined, false, true])
    expect(await lock([two.id, one.id, null, two.id], exclusive)).toEqual(states)
  expect(await lock([two.id])).toEqual(states.slice(1))
  expect(await lock([null])).toEqual([])
  expect(await lock([])).toEqual([])
})

test('a request is about the workspace that it names, else about that of its caller', () => {
  expect(resolveWorkspaceId(contextOf(operator), 'named')).toBe('named')
  expect(resolveWorkspaceId(contextOf(admin('own')), 'named')).toBe('named')
  expect(resolveWorkspaceId(contextOf(admin('own')), undefined)).toBe('own')
  const issuePath = (place?: 'query' | 'body') => {
    try {
      return resolveWorkspaceId(contextOf(operator), undefined, place)
    } catch (error) {
      return error
    }
  }
  for (const [place, expected] of [
    [undefined, 'query'],
    ['body', 'body'],
  ] as const)
    expect(issuePath(place)).toMatchObject({
      key: 'invalid_request',
      data: { issues: [{ path: [expected, 'workspaceId'], code: 'required' }] },
    })
})

test('a write uses up its own Idempotency-Key, and only if it changed something', async () => {
  const { database } = api.dependencies
  const { id } = await api.newWorkspace('Repeatable')
  const claim: IdempotencyClaim = { caller: 'one', key: 'key', since: now }
  const others: IdempotencyClaim[] = [
    { ...claim, caller: 'two' },
    { ...claim, key: 'another' },
  ]
  for (const { caller, key, since } of [claim, ...others])
    await database
      .insertInto('idempotent_requests')
      .values({ caller, key, fingerprint: '', status: null, sealed_body: null, created_at: since })
      .execute()
  const tookEffect = async ({ caller, key }: IdempotencyClaim) => {
    const row = await database
      .selectFrom('idempotent_requests')
      .select('took_effect')
      .where('caller', '=', caller)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return row.took_effect
  }
  const context = contextOf(operator, { idempotency: claim })
  await rename(context, id)
  expect(await tookEffect(claim), 'nothing changed').toBe(false)
  await rename(context, id, { entries: [workspaceEntry(await read(id))] })
  expect(await tookEffect(claim)).toBe(true)
  for (const other of others) expect(await tookEffect(other)).toBe(false)

  const later = { ...claim, since: new Date(now.getTime() + 1) }
  await expect(takeEffect(database, later)).rejects.toMatchObject({ key: 'conflict' })
  const found = await database
    .selectFrom('idempotent_requests')
    .select('key')
    .where(matchesClaim(later))
    .execute()
  expect(found).toEqual([])
})
