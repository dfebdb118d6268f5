import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { limitFacts, limitNames, limitsHiddenOnRestore } from '@/contract/limits'
import { operations } from '@/contract/operations'
import { settingNames, workspaceSchema, workspaceWithStateSchema } from '@/contract/workspaces'
import { adminToken, testApi, tokenOf, type TestWorkspace } from '@/server/testing/api'
import { workspacePerFile } from '@/server/testing/workspace-per-file'

const { api, workspace, token } = await workspacePerFile('Record')
const path = `/org-workspaces/${workspace.id}`

const patch = (body?: unknown, headers: Record<string, string> = {}) =>
  api.request('PATCH', path, { token, body, headers })
const record = async () => workspaceSchema.parse((await patch()).body)

test('with no body or an empty one, the record is returned unchanged', async () => {
  const before = await record()
  for (const body of [undefined, {}, ''])
    expect((await patch(body, { 'Content-Type': 'application/json' })).body).toEqual(before)
})

test('an unset limit and a setting that is off change nothing where they are so', async () => {
  const { headers, body: before } = await patch()
  const after = await patch({
    limits: { apiRequestsPerSecond: { unit: 'number' } },
    settings: { enableApiLogs: false },
  })
  expect(after.body).toEqual(before)
  expect(after.headers.get('ETag')).toBe(headers.get('ETag'))
})

test('all 45 limits and nine settings are in the record', async () => {
  const { limits = {}, settings = {} } = await record()
  expect([Object.keys(limits).sort(), Object.keys(settings).sort()]).toEqual([
    [...limitNames].sort(),
    [...settingNames].sort(),
  ])
})

test('limits and settings merge by member, and a limit sent replaces its whole entry', async () => {
  await patch({
    limits: {
      apiRequestsPerSecond: { unit: 'number', value: 7, defaultValue: 9 },
      QueuedTasksQueueSize: { unit: 'number', value: 1 },
    },
    settings: { enableApiLogs: true },
  })
  await patch({
    limits: { apiRequestsPerSecond: { unit: 'number' } },
    settings: { enableWebhookLogs: true },
  })
  const { limits = {}, settings } = await record()
  expect(limits['apiRequestsPerSecond']?.value).toBeUndefined()
  expect(limits['QueuedTasksQueueSize']?.value).toBe(1)
  expect(settings).toMatchObject({ enableApiLogs: true, enableWebhookLogs: true })
})

test('every other member is replaced whole, and jwksUri: null clears it', async () => {
  await patch({
    enabledWebhookEvents: ['ping', 'our.own'],
    jwksUri: 'https://keys.example/a',
    userFieldsSchema: { z: 1, a: [null, 'é'] },
  })
  const set = await patch({ enabledWebhookEvents: ['ping'] })
  expect(set.body).toMatchObject({
    enabledWebhookEvents: ['ping'],
    jwksUri: 'https://keys.example/a',
    userFieldsSchema: { z: 1, a: [null, 'é'] },
  })
  expect(JSON.stringify(set.body), 'a document keeps the order of its members').toContain(
    '"userFieldsSchema":{"z":1,"a"',
  )
  expect((await patch({ jwksUri: null })).body).toMatchObject({ jwksUri: null })
})

test('the record has an ETag, and If-Match refuses a write based on an older one', async () => {
  const first = await patch({ name: 'First' })
  const tag = first.headers.get('ETag') ?? ''
  expect(tag).toMatch(/^"[^"]+"$/)
  expect((await patch({ name: 'Second' }, { 'If-Match': tag })).status).toBe(200)
  const late = await patch({ name: 'Late' }, { 'If-Match': tag })
  expect([late.status, late.body]).toEqual([
    412,
    expect.objectContaining({ type: 'concurrency', key: 'precondition_failed' }),
  ])
  expect((await record()).name).toBe('Second')
  expect((await patch({ name: 'Without a tag' })).status).toBe(200)
  expect((await patch({ name: 'Any tag' }, { 'If-Match': '*' })).status).toBe(200)
})

test('a hundred concurrent updates of different limits all take effect', async () => {
  const names = limitNames.slice(0, 20)
  const nameAt = (index: number) => names[index % 20] ?? 'parallelFlowRuns'
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      patch({
        limits: { [nameAt(index)]: { unit: limitFacts(nameAt(index)).unit, value: 1000 + index } },
      }),
    ),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(
    new Set(responses.map(({ headers }) => headers.get('ETag'))).size,
    'each made a separate state',
  ).toBe(100)
  const { limits = {} } = await record()
  for (const [index, name] of names.entries())
    expect(
      (limits[name]?.value ?? 0) % 20,
      `the last value of ${name} is one of its own writers`,
    ).toBe(index)
})

test('of concurrent updates of a record, one succeeds and the others are refused', async () => {
  const tag = (await patch()).headers.get('ETag') ?? ''
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      patch({ name: `Writer ${index}` }, { 'If-Match': tag }),
    ),
  )
  const [done, ...others] = responses.toSorted((one, other) => one.status - other.status)
  expect([done?.status, ...new Set(others.map(({ status }) => status))]).toEqual([200, 412])
  expect((await record()).name).toBe(workspaceSchema.parse(done?.body).name)
})

test('a read-only workspace refuses every change except setting isReadOnly to false', async () => {
  const frozen = await api.newWorkspace('Frozen')
  const frozenToken = await adminToken(frozen)
  const send = (body: unknown) =>
    api.request('PATCH', `/org-workspaces/${frozen.id}`, { token: frozenToken, body })
  await send({ isReadOnly: true })
  const refused = await send({ name: 'x' })
  expect([refused.status, refused.body]).toEqual([
    403,
    expect.objectContaining({
      key: 'access_denied',
      message: expect.stringContaining('read-only'),
    }),
  ])
  expect(
    (await api.request('POST', '/connectors', { token: frozenToken, body: { name: 'x' } })).status,
  ).toBe(403)
  expect((await send({})).status).toBe(200)
  expect((await send({ isReadOnly: false })).status).toBe(200)
})

test('an archived workspace refuses its tokens; archive and restore are idempotent', async () => {
  const gone = await api.newWorkspace('Gone')
  const its = await adminToken(gone)
  const at = (suffix = '') => `/org-workspaces/${gone.id}${suffix}`
  expect(
    workspaceWithStateSchema.parse((await api.request('DELETE', at(), { token: its })).body)
      .archivedAt,
  ).toBeDefined()
  expect((await api.request('PATCH', at(), { token: its })).status).toBe(401)
  expect((await api.request('GET', at(), { token: api.operatorToken })).status).toBe(404)
  const archived = await api.request('GET', `${at()}?includeArchived=true`, {
    token: api.operatorToken,
  })
  const again = await api.request('DELETE', at(), { token: api.operatorToken })
  expect([again.status, again.body]).toEqual([200, archived.body])
  for (const write of ['/rotate-secret', '/rotate-webhook-secret', '/access-token', '/ping']) {
    expect([
      write,
      (await api.request('POST', at(write), { token: api.operatorToken })).body,
    ]).toEqual([
      write,
      expect.objectContaining({ key: 'conflict', message: expect.stringContaining('archived') }),
    ])
  }

  const restored = workspaceSchema.parse(
    (await api.request('POST', at('/restore'), { token: api.operatorToken })).body,
  )
  expect(Object.keys(restored.limits ?? {}).sort()).toEqual(
    limitNames.filter((name) => !limitsHiddenOnRestore.some((hidden) => hidden === name)).sort(),
  )
  expect(Object.keys(restored.settings ?? {}).sort()).toEqual([
    'disableSecretKeyAuth',
    'enableActionRunLogs',
    'enableApiLogs',
    'enableWebhookLogs',
    'inboxEmailNotifications',
    'useServiceUniverse',
  ])
  const twice = workspaceSchema.parse(
    (await api.request('POST', at('/restore'), { token: api.operatorToken })).body,
  )
  expect(twice.updatedAt).toBe(restored.updatedAt)
  expect((await api.request('PATCH', at(), { token: its })).status).toBe(200)
})

test('rotating the secret refuses tokens of the old one', async () => {
  const rotated = await api.newWorkspace('Rotated')
  const old = await adminToken(rotated)
  const { body } = await api.request('POST', `/org-workspaces/${rotated.id}/rotate-secret`, {
    token: old,
  })
  expect((await api.request('PATCH', `/org-workspaces/${rotated.id}`, { token: old })).status).toBe(
    401,
  )
  const { secret } = workspaceSchema.pick({ secret: true }).required().parse(body)
  expect(
    (
      await api.request('PATCH', `/org-workspaces/${rotated.id}`, {
        token: await adminToken({ ...rotated, secret }),
      })
    ).status,
  ).toBe(200)
})

test('of two rotations based on the same revision, the second is refused', async () => {
  const { id } = await api.newWorkspace('Rotated by two')
  const at = `/org-workspaces/${id}`
  const token = api.operatorToken
  const etag = async () => (await api.request('GET', at, { token })).headers.get('ETag') ?? ''
  const rotate = (ifMatch: string) =>
    api.request('POST', `${at}/rotate-secret`, { token, headers: { 'If-Match': ifMatch } })
  const read = await etag()
  const first = await rotate(read)
  expect(first.status).toBe(200)
  expect(first.headers.get('ETag')).toBe(await etag())
  expect(await rotate(read)).toMatchObject({ status: 412, body: { key: 'precondition_failed' } })
  expect((await rotate(await etag())).status).toBe(200)
})

test('secrets are encrypted in the database', async () => {
  const row = await api.dependencies.database
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', workspace.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(workspace.secret)
})

test('every write is recorded without secrets, and an invalid one is not', async () => {
  await patch({ name: 'For the history' })
  await patch({ name: '' })
  const events = await api.dependencies.database
    .selectFrom('audit_events')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .orderBy('id', 'desc')
    .execute()
  expect(events[0]).toMatchObject({
    operation: 'updateOrgWorkspace',
    actor: { role: 'admin', name: 'Test' },
    changes: [{ path: 'name', after: 'For the history' }],
  })
  expect(JSON.stringify(events)).not.toContain(workspace.secret)
})

test('an empty address or logo clears it; a logo may be given on creation', async () => {
  const shown = async () => {
    const { logoUri, webhookUri } = await record()
    return { logoUri, webhookUri }
  }
  const set = { logoUri: '/logos/a.svg', webhookUri: 'https://hooks.example/' }
  await patch(set)
  expect(await shown()).toEqual(set)
  await patch({ name: 'Others stay' })
  expect(await shown()).toEqual(set)
  await patch({ logoUri: '', webhookUri: '' })
  expect(await shown()).toEqual({})

  const created = async (logoUri?: string) => {
    const body = { name: 'With a logo', logoUri }
    const response = await api.request('POST', '/org-workspaces', {
      token: api.operatorToken,
      body,
    })
    return workspaceSchema.parse(response.body).logoUri
  }
  expect([await created('/logos/b.svg'), await created(''), await created()]).toEqual([
    '/logos/b.svg',
    undefined,
    undefined,
  ])
})

test('a workspace is created in an organization that exists', async () => {
  expect(
    await api.request('POST', '/org-workspaces', {
      token: api.operatorToken,
      body: { name: 'Nowhere', orgId: 'no organization' },
    }),
  ).toMatchObject({
    status: 400,
    body: { data: { issues: [{ path: ['body', 'orgId'], code: 'unknown_reference' }] } },
  })
})

test('of many organizations, a new workspace names one', async () => {
  const many = await testApi()
  const organizations = Array.from({ length: 101 }, (_, index) => ({
    id: uuid(),
    name: `Organization ${index}`,
    created_at: new Date(),
  }))
  await many.dependencies.database.insertInto('organizations').values(organizations).execute()
  const create = (body: object) =>
    many.request('POST', '/org-workspaces', { token: many.operatorToken, body })
  for (const { id: orgId } of [organizations[0], organizations.at(-1)].flatMap((one) => one ?? []))
    expect(await create({ name: 'A', orgId })).toMatchObject({ status: 200, body: { orgId } })
  expect(await create({ name: 'A' })).toMatchObject({
    status: 400,
    body: { message: 'body.orgId: There are several organizations: name one' },
  })
  await many.close()
})

test('archived workspaces are listed on request; only operators see all workspaces', async () => {
  const [kept, gone] = [
    await api.newWorkspace('Kept listed'),
    await api.newWorkspace('Gone listed'),
  ]
  await api.request('DELETE', `/org-workspaces/${gone.id}`, { token: api.operatorToken })
  const listed = async (query: string, as = api.operatorToken) => {
    const { body } = await api.request('GET', `/org-workspaces${query}`, { token: as })
    return operations.listOrgWorkspaces.response.parse(body).items.map(({ id }) => id)
  }
  expect(await listed('?search=listed')).toEqual([kept.id])
  expect(await listed('?search=listed&includeArchived=true')).toEqual([gone.id, kept.id])
  expect(await listed('', await adminToken(kept))).toEqual([kept.id])
})

test('an issued token is in the history; its tenant must belong to the workspace', async () => {
  await api.request('GET', '/connectors', {
    token: await tokenOf(workspace, { tenantKey: 'customer', name: 'Customer' }),
  })
  const tenantsOf = async (as: string) =>
    operations.listTenants.response.parse(
      (await api.request('GET', '/tenants', { token: as })).body,
    ).items
  const [tenant] = await tenantsOf(token)
  const stranger = await api.newWorkspace('Stranger')
  const issue = async ({ id }: TestWorkspace, as: string, tenantId = tenant?.id) =>
    api.request('POST', `/org-workspaces/${id}/access-token`, {
      token: as,
      body: { name: 'For a customer', tenantId },
    })
  expect((await issue(workspace, token)).status).toBe(200)
  const unknown = { status: 400, body: { data: { issues: [{ path: ['body', 'tenantId'] }] } } }
  expect(await issue(stranger, await adminToken(stranger))).toMatchObject(unknown)
  expect(await issue(workspace, token, 'no id')).toMatchObject(unknown)
  const { body } = await api.request('GET', '/audit-events?path=token', { token })
  expect(body).toMatchObject({
    items: [{ changes: [{ path: 'token', after: { tenantKey: 'customer' } }] }],
  })
})

test('every registered key that cannot be used is named, and nothing is stored', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { publicKey: otherCurve } = await generateKeyPair('ES384', { extractable: true })
  const publicKeys = [
    { name: 'good', publicKey: await exportSPKI(publicKey) },
    { name: 'private', publicKey: await exportPKCS8(privateKey) },
    { name: 'none', publicKey: 'a key' },
    { name: 'other', publicKey: await exportSPKI(otherCurve) },
  ]
  const issueAt = (index: number, message: string) => ({
    path: ['body', 'publicKeys', index, 'publicKey'],
    code: 'unusable_key',
    message: expect.stringContaining(message),
  })
  const issues = [
    issueAt(1, 'private key'),
    issueAt(2, 'JWK'),
    issueAt(3, 'can’t verify RS256, PS256, ES256, or EdDSA'),
  ]
  expect(await patch({ publicKeys })).toMatchObject({ status: 400, body: { data: { issues } } })
  expect((await record()).publicKeys).toEqual([])
  expect((await patch({ publicKeys: publicKeys.slice(0, 1) })).status).toBe(200)
})

test('alert settings replace earlier ones, are recorded, and an update returns none', async () => {
  const alerted = await api.newWorkspace('Alerted')
  const admin = await adminToken(alerted)
  const own = `/org-workspaces/${alerted.id}`
  const put = (body: unknown, headers: Record<string, string> = {}) =>
    api.request('PUT', `${own}/alert-settings`, { token: admin, body, headers })
  const stored = async () =>
    workspaceWithStateSchema.parse((await api.request('GET', own, { token: admin })).body)
      .alertSettings
  const emailRecipients = ['ann@x.example', 'bob@x.example']
  const first = await put({ nearPercent: 90, emailRecipients })
  expect(workspaceWithStateSchema.parse(first.body).alertSettings).toEqual({
    nearPercent: 90,
    emailRecipients,
  })
  const stale = { 'If-Match': first.headers.get('ETag') ?? '' }
  expect((await put({ emailRecipients }, stale)).status).toBe(200)
  expect(await stored()).toEqual({ emailRecipients })
  expect((await put({}, stale)).status).toBe(412)
  expect((await put({ nearPercent: 80, emailRecipients })).status, 'nothing changes').toBe(200)
  const wrong = [
    { nearPercent: 49 },
    { nearPercent: 100 },
    { nearPercent: 70.5 },
    { emailRecipients: ['ann'] },
    { emailRecipients: ['ann@x.example\r\nBcc: eve@x.example'] },
    { emailRecipients: ['Ann@x.example', 'ann@x.example'] },
    { emailRecipients: Array.from({ length: 21 }, (_, index) => `a${index}@x.example`) },
  ]
  for (const body of wrong) expect((await put(body)).status).toBe(400)
  expect(await stored()).toEqual({ emailRecipients })
  const patched = await api.request('PATCH', own, { token: admin, body: { name: 'Renamed' } })
  expect(Object.keys(workspaceSchema.loose().parse(patched.body))).not.toContain('alertSettings')
  const { items } = operations.listAuditEvents.response.parse(
    (await api.request('GET', '/audit-events?operation=setAlertSettings', { token: admin })).body,
  )
  const done = items.filter(({ outcome }) => outcome === 'done')
  expect(done.map(({ changes }) => changes)).toEqual([
    [{ path: 'alertSettings.nearPercent', before: 90, after: 80 }],
    [
      { path: 'alertSettings.nearPercent', before: 80, after: 90 },
      { path: 'alertSettings.emailRecipients', before: [], after: emailRecipients },
    ],
  ])
})

test('reordering the members of userFieldsSchema is a change, and is stored as sent', async () => {
  const ordered = async () => JSON.stringify((await record()).userFieldsSchema)
  await patch({ userFieldsSchema: { b: 1, a: { d: 2, c: 3 } } })
  await patch({ userFieldsSchema: { a: { d: 2, c: 3 }, b: 1 } })
  expect(await ordered()).toBe('{"a":{"d":2,"c":3},"b":1}')
  const { items } = operations.listAuditEvents.response.parse(
    (await api.request('GET', '/audit-events?path=userFieldsSchema&limit=1', { token })).body,
  )
  const [change] = items[0]?.changes ?? []
  expect([JSON.stringify(change?.before), JSON.stringify(change?.after)]).toEqual([
    '{"b":1,"a":{"d":2,"c":3}}',
    '{"a":{"d":2,"c":3},"b":1}',
  ])
})

test('an upper-case id names the workspace, with every kind of token', async () => {
  const capitals = `/org-workspaces/${workspace.id.toUpperCase()}`
  for (const as of [token, api.operatorToken])
    expect(
      (await api.request('PATCH', capitals, { token: as, body: { name: as.slice(-8) } })).body,
    ).toMatchObject({ id: workspace.id, name: as.slice(-8) })
})
