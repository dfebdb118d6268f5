import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { auditEventSchema } from '@/contract/history'
import { operations } from '@/contract/operations'
import { adminToken, testApi, tokenOf, type TestWorkspace } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { workspacePerFile } from '@/server/testing/workspace-per-file'

const { api, workspace, token } = await workspacePerFile('History')

const response = operations.listAuditEvents.response
const ask = (query: Record<string, string> = {}, as = token) =>
  api.request('GET', `/audit-events?${new URLSearchParams(query).toString()}`, { token: as })
const listed = async (query?: Record<string, string>, as = token) =>
  response.parse((await ask(query, as)).body)
const update = (body: unknown, as = token, of = workspace) =>
  api.request('PATCH', `/org-workspaces/${of.id}`, {
    token: as,
    body,
    headers: { 'X-Request-Id': 'ticket-1' },
  })

test('an update is recorded with actor, time, address and both values; newest first', async () => {
  await update({ settings: { enableApiLogs: true } })
  await update({ name: 'History again', settings: { enableApiLogs: false } })
  const { items } = await listed()
  expect(items[0]).toEqual({
    id: expect.any(String),
    operation: 'updateOrgWorkspace',
    subject: { type: 'workspace', id: workspace.id, name: 'History again' },
    actor: { role: 'admin', name: 'Test', credential: { signedBy: 'secret' } },
    requestId: 'ticket-1',
    outcome: 'done',
    changes: [
      { path: 'name', before: 'History', after: 'History again' },
      { path: 'settings.enableApiLogs', before: true, after: false },
    ],
    createdAt: expect.any(String),
  })
  expect(items[1]?.changes).toEqual([{ path: 'settings.enableApiLogs', after: true }])
  const times = items.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
})

describe('the reason of a change', () => {
  const why = (reason: string, body: unknown, as = token, of = workspace) =>
    api.request('PATCH', `/org-workspaces/${of.id}`, {
      token: as,
      body,
      headers: { 'Change-Reason': reason },
    })
  const latest = async () => (await listed({ limit: '1' })).items[0]

  test('is kept, whatever it is written in, and exported', async () => {
    const reason = `Ticket 4711: 100 % “Ä” 移行 🚀 ${'x'.repeat(460)}`
    await why(encodeURIComponent(reason), { name: 'With a reason' })
    expect(await latest()).toMatchObject({ reason, outcome: 'done' })
    const exported = await api.request('GET', '/audit-events/export', { token })
    expect(z.array(auditEventSchema).parse(exported.body)[0]).toEqual(await latest())

    await why('  Plain text (no encoding) ', { name: 'In plain text' })
    expect(await latest()).toMatchObject({ reason: 'Plain text (no encoding)' })
    for (const none of ['', '%20']) {
      await why(none, { name: `Without ${none.length}` })
      expect(await latest()).not.toHaveProperty('reason')
    }
  })

  test('can be sent by pages of other origins', async () => {
    const { headers } = await api.request('OPTIONS', `/org-workspaces/${workspace.id}`)
    expect(headers.get('Access-Control-Allow-Headers')?.split(',')).toContain('Change-Reason')
  })

  test('is kept with a refusal', async () => {
    const headers = { 'Change-Reason': 'Too late', 'If-Match': '"older"' }
    const path = `/org-workspaces/${workspace.id}`
    const refused = await api.request('PATCH', path, { token, body: { name: 'No' }, headers })
    expect(refused.status).toBe(412)
    expect(await latest()).toMatchObject({ reason: 'Too late', outcome: 'refused' })
  })

  test.each([
    ['a control character', 'a%00b'],
    ['a line break', 'a%0Ab'],
    ['a line separator', 'a%E2%80%A8b'],
    ['half a character', '%ED%A0%80'],
    ['no encoding', '100 %'],
    ['no UTF-8', 'caf%E9'],
    ['bytes', 'caf\u00e9'],
    ['too many characters', 'x'.repeat(501)],
  ])('is refused with %s, and nothing is changed', async (_what, reason) => {
    const before = await latest()
    const refused = await why(reason, { name: 'Not kept' })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      key: 'invalid_request',
      message: expect.stringContaining('header.Change-Reason'),
      data: { issues: [{ path: ['header', 'Change-Reason'] }] },
    })
    expect(await latest()).toEqual(before)
  })

  test('is ignored by reads, and does not make a repeat another request', async () => {
    const headers = { 'Change-Reason': '100 %' }
    expect((await api.request('GET', '/audit-events', { token, headers })).status).toBe(200)
    const create = (reason: string) =>
      api.request('POST', '/external-apps', {
        token,
        body: { key: 'reasoned', name: 'Reasoned' },
        headers: { 'Idempotency-Key': 'reasoned', 'Change-Reason': reason },
      })
    const [first, repeat] = [await create('First'), await create('Second')]
    expect([first.status, repeat.body]).toEqual([200, first.body])
    expect((await listed({ operation: 'createApp' })).items).toMatchObject([{ reason: 'First' }])
  })
})

test('an admin sees only their own workspace; an operator must name one', async () => {
  const other = await api.newWorkspace('Other')
  await update({ name: 'Theirs' }, await adminToken(other), other)
  expect(JSON.stringify(await listed())).not.toContain('Theirs')
  expect((await ask({ workspaceId: other.id })).status).toBe(404)
  expect(await listed({ workspaceId: workspace.id })).toEqual(await listed())
  const written = { outcome: 'done' }
  expect(await listed({ workspaceId: other.id, ...written }, api.operatorToken)).toEqual(
    await listed(written, await adminToken(other)),
  )
  const unsaid = await ask({}, api.operatorToken)
  expect([unsaid.status, JSON.stringify(unsaid.body)]).toEqual([
    400,
    expect.stringContaining('workspaceId'),
  ])
  expect((await ask({ workspaceId: 'nobody' }, api.operatorToken)).status).toBe(404)
})

test('a page with large changes has fewer entries, and the next has the others', async () => {
  const large = await api.newWorkspace('Large')
  const its = await adminToken(large)
  const rows = Array.from({ length: 5 }, (_, index) => ({
    id: uuid(),
    workspace_id: large.id,
    operation: 'updateOrgWorkspace' as const,
    subject_type: 'workspace' as const,
    subject_id: large.id,
    actor: JSON.stringify({ role: 'admin', name: 'Test' }),
    changes: JSON.stringify([{ path: 'name', after: `${index}${'x'.repeat(3_000_000)}` }]),
    created_at: new Date(),
  }))
  for (const row of rows)
    await api.dependencies.database.insertInto('audit_events').values(row).execute()
  const query = { operation: 'updateOrgWorkspace', limit: '4' }
  const first = await listed(query, its)
  const second = await listed({ ...query, cursor: first.cursor ?? '' }, its)
  expect([first.items.length, second.items.length, second.cursor]).toEqual([3, 2, undefined])
  const read = [...first.items, ...second.items].map(({ id }) => id)
  expect(new Set(read)).toEqual(new Set(rows.map(({ id }) => id)))
})

test('pages return every entry once, whatever is written meanwhile', async () => {
  const paged = await api.newWorkspace('Paged')
  const its = await adminToken(paged)
  for (let index = 0; index < 7; index += 1) await update({ name: `Name ${index}` }, its, paged)
  const all = (await listed({}, its)).items.map(({ id }) => id)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listed({ limit: '2', ...(cursor === undefined ? {} : { cursor }) }, its)
    expect(page.items.length).toBeLessThanOrEqual(2)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.cursor
    await update({ name: `Meanwhile ${seen.length}` }, its, paged)
  } while (cursor !== undefined)
  expect(seen).toEqual(all)

  const exact = await listed({ limit: String((await listed({}, its)).items.length) }, its)
  expect(exact.cursor).toBeUndefined()
  const { cursor: foreign = '' } = await listed({ limit: '1' }, its)
  expect((await ask({ cursor: foreign, operation: 'updateOrgWorkspace' }, its)).status).toBe(400)
  expect((await ask({ cursor: foreign })).status).toBe(400)
})

test('the list is filtered by operation, actor, path and time', async () => {
  const filtered = await api.newWorkspace('Filtered')
  const maren = await tokenOf(filtered, { isAdmin: true, name: 'Maren Holt' })
  await update({ limits: { apiRequestsPerHour: { unit: 'number', value: 5000 } } }, maren, filtered)
  await update({ name: 'Filtered again' }, await adminToken(filtered), filtered)
  const paths = async (query: Record<string, string>) =>
    (await listed(query, maren)).items.map(
      ({ operation, changes }) => changes[0]?.path ?? operation,
    )
  expect(await paths({ operation: 'updateOrgWorkspace' })).toEqual([
    'name',
    'limits.apiRequestsPerHour',
  ])
  expect(await paths({ operation: 'createConnector' })).toEqual([])
  expect(await paths({ actor: 'maren' })).toEqual(['limits.apiRequestsPerHour'])
  expect(await paths({ path: 'limits.' })).toEqual(['limits.apiRequestsPerHour'])
  expect(await paths({ path: '%' })).toEqual([])
  const [latest] = (await listed({}, maren)).items
  const at = latest?.createdAt ?? ''
  expect((await listed({ from: at }, maren)).items.map(({ id }) => id)).toContain(latest?.id)
  expect((await listed({ to: at }, maren)).items.map(({ id }) => id)).not.toContain(latest?.id)
  for (const wrong of [{ from: 'yesterday' }, { to: '0000-01-01T00:00:00Z' }, { sort: 'id' }])
    expect((await ask(wrong, maren)).status).toBe(400)
})

test('a period contains what was recorded in it after the clock was set back', async () => {
  const yesterday = Date.now() - 86_400_000
  const at = (minutes: number) => new Date(yesterday + minutes * 60_000)
  const { database } = api.dependencies
  const behind = await testApi({ database, clock: () => at(0) })
  const { id } = await behind.newWorkspace('Set back')
  const operations = async (period: Record<string, string>) =>
    (await listed({ workspaceId: id, outcome: 'done', ...period }, api.operatorToken)).items.map(
      ({ operation }) => operation,
    )
  expect(await operations({ to: at(5).toISOString() })).toEqual(['createOrgWorkspace'])
  expect(await operations({ to: at(-5).toISOString() })).toEqual([])
  await behind.close()
})

test('reads by an operator are recorded once an hour per workspace', async () => {
  const visited = await api.newWorkspace('Visited')
  const its = await adminToken(visited)
  const reads = async () => (await listed({ outcome: 'read' }, its)).items
  const paths = [
    `/org-workspaces/${visited.id}`,
    `/org-workspaces/${visited.id}/usage`,
    `/alerts?workspaceId=${visited.id}`,
  ]
  const read = async (as: string) => {
    for (const path of paths)
      expect((await api.request('GET', path, { token: as })).status).toBe(200)
  }
  await read(its)
  expect(await reads()).toEqual([])
  await read(api.operatorToken)
  const [first, ...others] = await reads()
  expect(first).toMatchObject({
    operation: 'getOrgWorkspace',
    subject: { type: 'workspace', id: visited.id, name: 'Visited' },
    actor: { role: 'operator' },
    changes: [],
  })
  expect(others).toEqual([])

  await api.request('GET', `/alerts?workspaceId=${workspace.id}`, { token: api.operatorToken })
  expect((await listed({ outcome: 'read' })).items).toHaveLength(1)
})

test.each<[string, (of: TestWorkspace) => Promise<[method: string, path: string, body?: object]>]>([
  ['an empty update', async ({ id }) => ['PATCH', `/org-workspaces/${id}`, {}]],
  [
    'an update that changes nothing',
    async ({ id }) => ['PATCH', `/org-workspaces/${id}`, { isReadOnly: false }],
  ],
  [
    'the restore of one that is not archived',
    async ({ id }) => ['POST', `/org-workspaces/${id}/restore`],
  ],
  [
    'a delivery, by its id',
    async ({ id }) => {
      const deliveryId = uuid()
      await api.dependencies.database
        .insertInto('webhook_deliveries')
        .values({
          id: deliveryId,
          workspace_id: id,
          event_type: 'ping',
          body: '{}',
          created_at: new Date(),
        })
        .execute()
      return ['GET', `/webhook-deliveries/${deliveryId}`]
    },
  ],
  [
    'an app, by its id',
    async (of) => {
      const { body } = await api.request('POST', '/external-apps', {
        token: await adminToken(of),
        body: { name: 'Private' },
      })
      return ['GET', `/external-apps/${z.looseObject({ id: z.string() }).parse(body).id}`]
    },
  ],
  [
    'the restore of an app that is not archived',
    async ({ id: workspaceId }) => {
      const id = await putApp(api, 'kept', 'Kept', { workspaceId })
      return ['POST', `/external-apps/${id}/restore`]
    },
  ],
  [
    'a preview of archiving an app',
    async ({ id: workspaceId }) => {
      const selectors = [await putApp(api, 'previewed', 'Previewed', { workspaceId })]
      return ['POST', '/external-apps/archive', { selectors, validateOnly: true }]
    },
  ],
  [
    'unmuting what is not muted',
    async ({ id }) => ['PUT', '/alerts/mutes/testAlert', { workspaceId: id, mutedUntil: null }],
  ],
])('what an operator reads by %s is recorded', async (_what, prepare) => {
  const visited = await api.newWorkspace('Visited otherwise')
  const [method, path, body] = await prepare(visited)
  const { status } = await api.request(method, path, { token: api.operatorToken, body })
  expect(status).toBe(200)
  const { items } = await listed({ outcome: 'read' }, await adminToken(visited))
  expect(items).toHaveLength(1)
})

test('a read of an operator that concerns no workspace logs no failure', async () => {
  const id = await putApp(api, 'public', 'Public')
  for (const path of ['/org-workspaces', `/external-apps/${id}`])
    expect((await api.request('GET', path, { token: api.operatorToken })).status).toBe(200)
  expect(api.logged.map(({ message }) => message)).not.toContain('a read could not be recorded')
})

test('what an operator changes is not recorded as a read too', async () => {
  const changed = await api.newWorkspace('Changed')
  await update({ name: 'Changed again' }, api.operatorToken, changed)
  const { items } = await listed({ outcome: 'read' }, await adminToken(changed))
  expect(items).toEqual([])
})

test('an hour after it was recorded, a read is recorded again', async () => {
  let now = new Date()
  const { database } = api.dependencies
  const timed = await testApi({ database, clock: () => now })
  const visited = await timed.newWorkspace('Visited again')
  const readAfter = async (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
    const token = await timed.dependencies.serverTokens.sign({ operator: true, name: 'Op' }, now)
    await timed.request('GET', `/alerts?workspaceId=${visited.id}`, { token })
    const query = `?workspaceId=${visited.id}&outcome=read`
    const { body } = await timed.request('GET', `/audit-events${query}`, { token })
    return response.parse(body).items.length
  }
  expect([await readAfter(0), await readAfter(3_599_999), await readAfter(1)]).toEqual([1, 1, 2])
  await timed.close()
})

test('refused requests of operators are in the history of the workspace concerned', async () => {
  const guarded = await api.newWorkspace('Guarded')
  const refusals = async (of: TestWorkspace) =>
    (await listed({ outcome: 'refused' }, await adminToken(of))).items
  const { status } = await api.request('PATCH', `/org-workspaces/${guarded.id}`, {
    token: api.operatorToken,
    body: { name: 'Stale' },
    headers: { 'If-Match': '"earlier"' },
  })
  expect(status).toBe(412)
  expect(await refusals(guarded)).toMatchObject([
    {
      operation: 'updateOrgWorkspace',
      subject: { type: 'workspace', id: guarded.id, name: 'Guarded' },
      actor: { role: 'operator' },
      error: { key: 'precondition_failed' },
      changes: [],
    },
  ])
  const locked = await api.newWorkspace('Locked')
  await update({ isReadOnly: true }, api.operatorToken, locked)
  const mute = { workspaceId: locked.id, mutedUntil: null }
  const asOperator = { token: api.operatorToken, body: mute }
  expect((await api.request('PUT', '/alerts/mutes/testAlert', asOperator)).status).toBe(403)
  expect(await refusals(locked)).toMatchObject([
    { operation: 'setAlertMute', actor: { role: 'operator' }, error: { key: 'access_denied' } },
  ])
  const its = await adminToken(guarded)
  for (let count = 0; count < 2; count += 1)
    await api.request('POST', '/connectors', { token: its, body: { name: 'A', key: 'a' } })
  expect((await refusals(guarded))[0]).toMatchObject({
    operation: 'createConnector',
    subject: { type: 'workspace', id: guarded.id },
    error: { key: 'already_exists' },
  })
  // Whoever does not reach the workspace leaves no trace in it, nor in their own.
  const elsewhere = await api.newWorkspace('Elsewhere')
  for (const stranger of [await adminToken(elsewhere), await tokenOf(elsewhere)])
    await update({ name: 'Taken' }, stranger, guarded)
  expect(await refusals(guarded)).toHaveLength(2)
  expect(await refusals(elsewhere)).toEqual([])
})

test('a rotated secret is masked on both sides', async () => {
  const rotated = await api.newWorkspace('Rotated')
  const { body } = await api.request('POST', `/org-workspaces/${rotated.id}/rotate-secret`, {
    token: api.operatorToken,
  })
  const { secret } = z.object({ secret: z.string() }).parse(body)
  const { items } = await listed({ workspaceId: rotated.id }, api.operatorToken)
  expect(items[0]).toMatchObject({
    operation: 'rotateOrgWorkspaceSecret',
    changes: [{ path: 'secret', before: '(masked)', after: '(masked)' }],
  })
  for (const hidden of [secret, rotated.secret]) expect(JSON.stringify(items)).not.toContain(hidden)
})
