import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operations, type OperationId, type Operations } from '@/contract/operations'
import { outgoingFetch } from '@/server/node/outgoing-fetch'
import { adminToken, tokenOf, type TestResponse, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { putApp } from '@/server/testing/apps'

let now = Date.now()
let workspace: TestWorkspace
let token: string

const api = await apiPerFile({
  clock: () => new Date(now),
  fetch: outgoingFetch({ networks: [], http: false }),
})
beforeEach(async () => {
  // The clock stands still, so that a token stays authenticated while its workspace is locked.
  now = Date.now()
  workspace = await api.newWorkspace('Written')
  token = await adminToken(workspace)
})

/** Operations that change something, or may: all but reads and those that need no token. */
type WriteId = Exclude<
  {
    [Id in OperationId]: Operations[Id] extends { method: 'GET' } | { caller: 'anyone' }
      ? never
      : Id
  }[OperationId],
  // Replaces the whole database.
  'resetDemo'
>

interface Write {
  method: string
  path: string
  body?: unknown
  as?: string
}

const run = ({ method, path, body, as = token }: Write) =>
  api.request(method, path, { token: as, ...(body === undefined ? {} : { body }) })
const send = (method: string, path: string, body?: unknown, as = token) =>
  run({ method, path, body, as })
const own = () => `/org-workspaces/${workspace.id}`
const idOf = (response: TestResponse) => z.looseObject({ id: z.string() }).parse(response.body).id
let apps = 0
const newApp = () => putApp(api, `app-${(apps += 1)}`, 'App', { workspaceId: workspace.id })

async function newDelivery(): Promise<string> {
  await send('PATCH', own(), { webhookUri: 'https://hooks.example/' })
  await send('POST', `${own()}/ping`)
  const { items } = operations.listWebhookDeliveries.response.parse(
    (await send('GET', '/webhook-deliveries')).body,
  )
  return items[0]?.id ?? ''
}

async function newBatch(): Promise<string> {
  const { body } = await send('POST', '/external-apps/archive', { selectors: [await newApp()] })
  return z.object({ batchId: z.string() }).parse(body).batchId
}

const jwks = { uri: 'https://keys.example/' }

/**
 * A request of each write that changes something. An operation that is missing does not compile.
 */
const writes: Record<WriteId, () => Write | Promise<Write>> = {
  updateOrgWorkspace: () => ({ method: 'PATCH', path: own(), body: { name: 'Written again' } }),
  restoreOrgWorkspace: async () => {
    await send('DELETE', own())
    return { method: 'POST', path: `${own()}/restore`, as: api.operatorToken }
  },
  createOrgWorkspace: () => ({
    method: 'POST',
    path: '/org-workspaces',
    body: { name: 'New' },
    as: api.operatorToken,
  }),
  archiveOrgWorkspace: () => ({ method: 'DELETE', path: own() }),
  createOrgWorkspaceAccessToken: () => ({
    method: 'POST',
    path: `${own()}/access-token`,
    body: {},
  }),
  setOperatorLimits: () => ({
    method: 'PUT',
    path: `${own()}/operator-limits`,
    body: { operatorLimits: { parallelFlowRuns: { unit: 'number', value: 3 } } },
    as: api.operatorToken,
  }),
  setAlertSettings: () => ({
    method: 'PUT',
    path: `${own()}/alert-settings`,
    body: { nearPercent: 90 },
  }),
  rotateOrgWorkspaceSecret: () => ({ method: 'POST', path: `${own()}/rotate-secret` }),
  checkJwks: () => ({ method: 'POST', path: `${own()}/check-jwks`, body: jwks }),
  createConnector: () => ({ method: 'POST', path: '/connectors', body: { name: 'Connector' } }),
  publishConnectorVersion: async () => {
    const id = idOf(await send('POST', '/connectors', { name: 'Connector' }))
    return { method: 'POST', path: `/connectors/${id}/publish-version`, body: {} }
  },
  updateConnector: async () => {
    const id = idOf(await send('POST', '/connectors', { name: 'Connector' }))
    return { method: 'PUT', path: `/connectors/${id}/specification`, body: { name: 'Renamed' } }
  },
  createApp: () => ({ method: 'POST', path: '/external-apps', body: { name: 'Own app' } }),
  updateApp: async () => ({
    method: 'PATCH',
    path: `/external-apps/${await newApp()}`,
    body: { name: 'Renamed' },
  }),
  archiveApp: async () => ({ method: 'DELETE', path: `/external-apps/${await newApp()}` }),
  revokeAccessToken: async () => {
    await send('POST', `${own()}/access-token`, {})
    const { items } = operations.listAccessTokens.response.parse(
      (await send('GET', `${own()}/access-tokens`)).body,
    )
    return { method: 'DELETE', path: `${own()}/access-tokens/${items[0]?.id}` }
  },
  revokeAccessTokens: async () => {
    await send('POST', `${own()}/access-token`, {})
    return { method: 'DELETE', path: `${own()}/access-tokens` }
  },
  restoreApp: async () => {
    const id = await newApp()
    await send('DELETE', `/external-apps/${id}`)
    return { method: 'POST', path: `/external-apps/${id}/restore` }
  },
  archiveApps: async () => ({
    method: 'POST',
    path: '/external-apps/archive',
    body: { selectors: [await newApp()] },
  }),
  restoreAppArchive: async () => ({
    method: 'POST',
    path: `/external-apps/archive/${await newBatch()}/restore`,
  }),
  testAlert: () => ({ method: 'POST', path: '/alerts/test', body: {} }),
  setAlertMute: () => ({
    method: 'PUT',
    path: '/alerts/mutes/testAlert',
    body: { mutedUntil: '2100-01-01T00:00:00Z' },
  }),
  resendWebhookDelivery: async () => ({
    method: 'POST',
    path: `/webhook-deliveries/${await newDelivery()}/resend`,
  }),
  recoverWebhookDeliveries: async () => {
    await newDelivery()
    return {
      method: 'POST',
      path: `${own()}/recover-deliveries`,
      body: { since: '2020-01-01T00:00:00Z' },
    }
  },
  pingWebhook: () => ({
    method: 'POST',
    path: `${own()}/ping`,
    body: { uri: 'https://hooks.example/' },
  }),
  rotateWebhookSecret: () => ({ method: 'POST', path: `${own()}/rotate-webhook-secret` }),
}
const writeIds = Object.keys(writes).filter((id): id is WriteId => Object.hasOwn(writes, id))

/** The writes that the history has. */
const history = async (query = '', workspaceId = workspace.id) => {
  const path = `/audit-events?workspaceId=${workspaceId}${query}`
  const { body } = await send('GET', path, undefined, api.operatorToken)
  const { items } = operations.listAuditEvents.response.parse(body)
  return items.filter(({ outcome }) => outcome !== 'read')
}

/** A check that stores nothing. */
const writesNothing = new Set<WriteId>(['checkJwks'])

test.each(writeIds.filter((id) => !writesNothing.has(id)))(
  '%s is recorded in the history',
  async (id) => {
    const response = await run(await writes[id]())
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    const written = id === 'createOrgWorkspace' ? idOf(response) : workspace.id
    expect(await history(`&operation=${id}&outcome=done`, written)).toHaveLength(1)
  },
)

/** Puts a workspace into a state in which it refuses writes, behind the back of its tokens. */
const lock = (change: { is_read_only: boolean } | { archived_at: Date }) =>
  api.dependencies.database
    .updateTable('workspaces')
    .set(change)
    .where('id', '=', workspace.id)
    .execute()

async function runLocked(id: WriteId, change: Parameters<typeof lock>[0]): Promise<TestResponse> {
  const write = await writes[id]()
  // A GET leaves the token authenticated: its next request reaches the guard of the operation.
  await send('GET', '/connectors')
  await lock(change)
  return run(write)
}

describe('in a read-only workspace', () => {
  const allowed: readonly WriteId[] = [
    // These concern the workspace as a whole, or another one.
    'createOrgWorkspace',
    'restoreOrgWorkspace',
    // Operators set these limits, not the workspace.
    'setOperatorLimits',
    // A token can read, too.
    'createOrgWorkspaceAccessToken',
    // Revoking closes a door.
    'revokeAccessToken',
    'revokeAccessTokens',
    'checkJwks',
  ]

  test.each(writeIds.filter((id) => !allowed.includes(id)))('%s is refused', async (id) => {
    expect(await runLocked(id, { is_read_only: true })).toMatchObject({
      status: 403,
      body: {
        key: 'access_denied',
        message:
          'This workspace is read-only: set isReadOnly to false before changing anything in it',
      },
    })
    expect(await history(`&operation=${id}&outcome=done`)).toHaveLength(0)
  })

  test.each(allowed)('%s is allowed', async (id) => {
    expect((await runLocked(id, { is_read_only: true })).status).toBe(200)
  })

  test('an update may set isReadOnly to false, or change nothing', async () => {
    await lock({ is_read_only: true })
    expect((await send('PATCH', own(), {})).status).toBe(200)
    expect((await send('PATCH', own(), { isReadOnly: false })).status).toBe(200)
    expect((await send('PATCH', own(), { name: 'Writable' })).status).toBe(200)
  })
})

describe('in an archived workspace', () => {
  const allowed: readonly WriteId[] = [
    'createOrgWorkspace',
    'restoreOrgWorkspace',
    // Repeating it changes nothing.
    'archiveOrgWorkspace',
    'checkJwks',
  ]

  test.each(writeIds.filter((id) => !allowed.includes(id)))('%s is refused', async (id) => {
    expect(await runLocked(id, { archived_at: new Date(now) })).toMatchObject({
      status: 409,
      body: {
        key: 'conflict',
        message: expect.stringMatching(/^This workspace is archived/),
      },
    })
    expect(await history(`&operation=${id}&outcome=done`)).toHaveLength(0)
  })

  test.each(allowed)('%s is allowed', async (id) => {
    expect((await runLocked(id, { archived_at: new Date(now) })).status).toBe(200)
  })
})

describe('two requests in flight', () => {
  /** Statuses and the number of history entries after two equal requests in a new workspace. */
  async function outcomeOf(id: WriteId, send: (write: Write) => Promise<TestResponse[]>) {
    workspace = await api.newWorkspace('Written twice')
    token = await adminToken(workspace)
    const responses = await send(await writes[id]())
    return {
      statuses: responses.map(({ status }) => status).toSorted((one, other) => one - other),
      done: (await history(`&operation=${id}&outcome=done`)).length,
    }
  }

  test.each(writeIds)('%s twice has the outcome of one after the other', async (id) => {
    const inTurn = await outcomeOf(id, async (write) => [await run(write), await run(write)])
    const together = await outcomeOf(id, (write) => Promise.all([run(write), run(write)]))
    expect(together).toEqual(inTurn)
  })

  test.each(writeIds.filter((id) => id !== 'createOrgWorkspace' && id !== 'archiveOrgWorkspace'))(
    '%s while the workspace is archived happens before that, or not at all',
    async (id) => {
      const write = await writes[id]()
      const before = (await history(`&operation=${id}&outcome=done`)).length
      // Its token is authenticated, so that the guard of the operation decides.
      await send('GET', '/connectors')
      const [response, archived] = await Promise.all([
        run(write),
        send('DELETE', own(), undefined, api.operatorToken),
      ])
      expect(archived.status).toBe(200)
      expect([200, 401, 404, 409]).toContain(response.status)
      const done = (await history('&outcome=done')).map(({ operation }) => operation)
      const written = done.filter((operation) => operation === id).length - before
      expect(written).toBe(response.status === 200 && !writesNothing.has(id) ? 1 : 0)
      if (written === 1 && id !== 'restoreOrgWorkspace')
        expect(done.indexOf(id), 'newest first').toBeGreaterThan(
          done.indexOf('archiveOrgWorkspace'),
        )
    },
  )
})

describe('a refused write', () => {
  test('is recorded with the actor and the reason, and changes nothing', async () => {
    const reader = await tokenOf(workspace, { name: 'Curious' })
    expect((await send('PATCH', own(), { name: 'Not allowed' }, reader)).status).toBe(403)
    const [event] = await history('&outcome=refused')
    expect(event).toMatchObject({
      operation: 'updateOrgWorkspace',
      outcome: 'refused',
      actor: { role: 'reader', name: 'Curious' },
      error: { key: 'access_denied' },
      changes: [],
    })
  })

  test.each([
    [
      'precondition_failed',
      () =>
        api.request('PATCH', own(), {
          token,
          body: { name: 'Stale' },
          headers: { 'If-Match': '"old"' },
        }),
    ],
    ['conflict', () => send('PATCH', own(), { settings: { disableSecretKeyAuth: true } })],
  ])('is recorded with its kind: %s', async (key, attempt) => {
    expect((await attempt()).status).toBeGreaterThanOrEqual(400)
    expect((await history('&outcome=refused')).map(({ error }) => error?.key)).toContain(key)
  })

  test('is recorded once per interval, however often it is repeated', async () => {
    const stubborn = await tokenOf(workspace, { name: 'Stubborn' })
    for (let attempt = 0; attempt < 5; attempt += 1)
      await send('DELETE', own(), undefined, stubborn)
    expect(await history('&actor=Stubborn')).toHaveLength(1)
  })

  test('by a caller of another workspace is not recorded', async () => {
    const before = (await history()).length
    const other = await adminToken(await api.newWorkspace('Stranger'))
    expect((await send('PATCH', own(), { name: 'Mine now' }, other)).status).toBe(404)
    expect(await history()).toHaveLength(before)
  })
})
