import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operations, type OperationId, type Operations } from '../../../contract/operations'
import { outgoingFetch } from '../../node/outgoing-fetch'
import {
  adminToken,
  testApi,
  tokenOf,
  type TestResponse,
  type TestApi,
  type TestWorkspace,
} from '../../testing/api'
import { putApp } from '../../testing/apps'

let api: TestApi
let workspace: TestWorkspace
let token: string

beforeAll(async () => {
  api = await testApi({ fetch: outgoingFetch({ networks: [], http: false }) })
  workspace = await api.newWorkspace('Written')
  token = await adminToken(workspace)
})
afterAll(() => api.close())

/** Operations that write something that belongs into a workspace’s history. */
type WriteId = Exclude<
  {
    [Id in OperationId]: Operations[Id] extends { method: 'GET' } | { caller: 'anyone' }
      ? never
      : Id
  }[OperationId],
  // These write nothing, or everything.
  'checkJwks' | 'resetDemo'
>

const send = (method: string, path: string, body?: unknown, as = token) =>
  api.request(method, path, { token: as, ...(body === undefined ? {} : { body }) })
const own = () => `/org-workspaces/${workspace.id}`
const withId = async (response: Promise<TestResponse>) =>
  z.looseObject({ id: z.string() }).parse((await response).body).id
const connector = () => withId(send('POST', '/connectors', { name: 'Connector' }))
let apps = 0
const app = async () => ({
  id: await putApp(api, `app-${(apps += 1)}`, 'App', { workspaceId: workspace.id }),
})

async function delivery(): Promise<string> {
  await send('PATCH', own(), { webhookUri: 'https://hooks.example/' })
  await send('POST', `${own()}/ping`)
  return (
    operations.listWebhookDeliveries.response.parse((await send('GET', '/webhook-deliveries')).body)
      .items[0]?.id ?? ''
  )
}

async function batch(): Promise<string> {
  const { id } = await app()
  return z
    .object({ batchId: z.string() })
    .parse((await send('POST', '/external-apps/archive', { selectors: [id] })).body).batchId
}

/** A request of each that does something. One that is missing does not compile. */
const writes: Record<WriteId, () => Promise<TestResponse>> = {
  updateOrgWorkspace: () => send('PATCH', own(), { name: 'Written again' }),
  restoreOrgWorkspace: async () => {
    await send('DELETE', own())
    return send('POST', `${own()}/restore`, undefined, api.operatorToken)
  },
  createOrgWorkspace: async () => {
    const response = await send('POST', '/org-workspaces', { name: 'New' }, api.operatorToken)
    workspace = z
      .object({ id: z.string(), key: z.string(), secret: z.string() })
      .parse(response.body)
    token = await adminToken(workspace)
    return response
  },
  archiveOrgWorkspace: async () => {
    const response = await send('DELETE', own())
    await send('POST', `${own()}/restore`, undefined, api.operatorToken)
    return response
  },
  createOrgWorkspaceAccessToken: () => send('POST', `${own()}/access-token`, {}),
  revokeAccessToken: async () => {
    await send('POST', `${own()}/access-token`, {})
    const { items } = operations.listAccessTokens.response.parse(
      (await send('GET', `${own()}/access-tokens`)).body,
    )
    return send('DELETE', `${own()}/access-tokens/${items[0]?.id}`)
  },
  revokeAccessTokens: async () => {
    await send('POST', `${own()}/access-token`, {})
    return send('DELETE', `${own()}/access-tokens`)
  },
  setOperatorLimits: () =>
    send(
      'PUT',
      `${own()}/operator-limits`,
      { operatorLimits: { parallelFlowRuns: { unit: 'number', value: 3 } } },
      api.operatorToken,
    ),
  rotateOrgWorkspaceSecret: async () => {
    const response = await send('POST', `${own()}/rotate-secret`)
    workspace = {
      ...workspace,
      secret: z.object({ secret: z.string() }).parse(response.body).secret,
    }
    token = await adminToken(workspace)
    return response
  },
  createConnector: () => send('POST', '/connectors', { name: 'Connector' }),
  publishConnectorVersion: async () =>
    send('POST', `/connectors/${await connector()}/publish-version`, {}),
  createApp: () => send('POST', '/external-apps', { name: 'Own app' }),
  updateApp: async () => send('PATCH', `/external-apps/${(await app()).id}`, { name: 'Renamed' }),
  archiveApp: async () => send('DELETE', `/external-apps/${(await app()).id}`),
  restoreApp: async () => {
    const { id } = await app()
    await send('DELETE', `/external-apps/${id}`)
    return send('POST', `/external-apps/${id}/restore`)
  },
  archiveApps: async () =>
    send('POST', '/external-apps/archive', { selectors: [(await app()).id] }),
  restoreAppArchive: async () => send('POST', `/external-apps/archive/${await batch()}/restore`),
  testAlert: () => send('POST', '/alerts/test', {}),
  setAlertMute: () =>
    send('PUT', '/alerts/mutes/testAlert', { mutedUntil: '2100-01-01T00:00:00Z' }),
  resendWebhookDelivery: async () => send('POST', `/webhook-deliveries/${await delivery()}/resend`),
  recoverWebhookDeliveries: async () => {
    await delivery()
    return send('POST', `${own()}/recover-deliveries`, { since: '2020-01-01T00:00:00Z' })
  },
  pingWebhook: () => send('POST', `${own()}/ping`, { uri: 'https://hooks.example/' }),
  rotateWebhookSecret: () => send('POST', `${own()}/rotate-webhook-secret`),
}

const history = async (query = '') =>
  operations.listAuditEvents.response.parse(
    (
      await send(
        'GET',
        `/audit-events?workspaceId=${workspace.id}${query}`,
        undefined,
        api.operatorToken,
      )
    ).body,
  ).items

test.each(Object.entries(writes))('%s is in the history', async (operation, write) => {
  const response = await write()
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  expect(await history(`&operation=${operation}&outcome=done`)).not.toHaveLength(0)
})

describe('an attempt that is refused', () => {
  test('is in the history with who and why, and changes nothing', async () => {
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
  ])('is told of its kind: %s', async (key, attempt) => {
    expect((await attempt()).status).toBeGreaterThanOrEqual(400)
    expect((await history('&outcome=refused')).map(({ error }) => error?.key)).toContain(key)
  })

  test('is told once in a while, however often it comes', async () => {
    const stubborn = await tokenOf(workspace, { name: 'Stubborn' })
    for (let attempt = 0; attempt < 5; attempt += 1)
      await send('DELETE', own(), undefined, stubborn)
    expect(await history('&actor=Stubborn')).toHaveLength(1)
  })

  test('by a stranger is not in the history of others', async () => {
    const before = (await history()).length
    const other = await adminToken(await api.newWorkspace('Stranger'))
    expect((await send('PATCH', own(), { name: 'Mine now' }, other)).status).toBe(404)
    expect(await history()).toHaveLength(before)
  })
})
