import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller, Operation } from '../../contract/operation'
import { operations, type OperationId } from '../../contract/operations'
import { operationIds } from './handler'
import { searchColumns } from '../search/search-text'
import { adminToken, testApi, tokenOf, type TestApi, type TestWorkspace } from '../testing/api'

let api: TestApi
let workspace: TestWorkspace
let tokens: Record<Visitor, string | undefined>

const visitors = ['nobody', 'garbage', 'expired', 'tenant', 'reader', 'admin', 'operator'] as const
type Visitor = (typeof visitors)[number]

beforeAll(async () => {
  api = await testApi()
  workspace = await api.newWorkspace('Callers')
  tokens = {
    nobody: undefined,
    garbage: 'garbage',
    expired: await tokenOf(workspace, { isAdmin: true, exp: 1 }),
    tenant: await tokenOf(workspace, { tenantKey: 'customer' }),
    reader: await tokenOf(workspace),
    admin: await adminToken(workspace),
    operator: api.operatorToken,
  }
})
afterAll(() => api.close())

/** Whether an operation lets a visitor in; what it then responses is its own business. */
const letIn: Record<Caller, readonly Visitor[]> = {
  anyone: visitors,
  reader: ['tenant', 'reader', 'admin', 'operator'],
  workspace: ['reader', 'admin', 'operator'],
  admin: ['admin', 'operator'],
  operator: ['operator'],
}

function expected(operation: Operation, visitor: Visitor): 'in' | 401 | 403 {
  if (letIn[operation.caller].includes(visitor)) return 'in'
  return visitor === 'nobody' || visitor === 'garbage' || visitor === 'expired' ? 401 : 403
}

describe.each(operationIds)('%s', (id) => {
  const operation: Operation = operations[id]
  test.each(visitors)('called by %s', async (visitor) => {
    // Nothing has this id: whoever is let in meets 404 or an error of the request, and changes nothing.
    const path = operation.path.replaceAll(/\{\w+\}/g, '01a05bfb-7000-7000-8000-000000000000')
    const body = operation.body === undefined ? {} : { body: { nothing: true } }
    const { status } = await api.request(operation.method, path, {
      token: tokens[visitor],
      ...body,
    })
    const outcome = expected(operation, visitor)
    if (outcome === 'in') expect([200, 400, 403, 404]).toContain(status)
    else expect(status).toBe(outcome)
    if (outcome === 'in' && status === 403)
      expect(visitor, 'only an operator, who has no workspace, is sent elsewhere').toBe('operator')
  })
})

/** What operations that need a body are sent, so that it is not that which is refused. */
const validBodies: Partial<Record<OperationId, unknown>> = {
  checkJwks: { uri: 'https://keys.example/' },
  recoverWebhookDeliveries: { since: '2026-01-01T00:00:00Z' },
}

type Thing = [path: string, id: string]

/** Something of a workspace for each kind of thing that a path names, by how such paths begin. */
async function thingsOf(owner: TestWorkspace): Promise<Thing[]> {
  const token = await adminToken(owner)
  const made = async (path: string, body: unknown) =>
    z.object({ id: z.string() }).parse((await api.request('POST', path, { token, body })).body).id
  const { database } = api.dependencies
  const [action, connection, delivery] = [uuid(), uuid(), uuid()]
  const row = {
    workspace_id: owner.id,
    key: 'thing',
    name: 'Thing',
    ...searchColumns('Thing', 'thing'),
    created_at: new Date(),
    updated_at: new Date(),
  }
  await database
    .insertInto('actions')
    .values({ ...row, id: action, document: '{}' })
    .execute()
  await database
    .insertInto('connections')
    .values({ ...row, id: connection })
    .execute()
  await database
    .insertInto('webhook_deliveries')
    .values({
      id: delivery,
      workspace_id: owner.id,
      event_type: 'ping',
      body: '{}',
      status: 'failed',
      created_at: new Date(),
    })
    .execute()
  const selectors = [await made('/external-apps', { name: 'Archived thing' })]
  const { batchId } = z
    .object({ batchId: z.string() })
    .parse(
      (await api.request('POST', '/external-apps/archive', { token, body: { selectors } })).body,
    )
  return [
    ['/org-workspaces/', owner.id],
    ['/connectors/', await made('/connectors', { name: 'Thing' })],
    ['/external-apps/archive/', batchId],
    ['/external-apps/', await made('/external-apps', { name: 'Thing' })],
    ['/connections/', connection],
    ['/actions/', action],
    ['/webhook-deliveries/', delivery],
  ]
}

/** All that is stored of a workspace, its record included. */
async function storedOf({ id }: TestWorkspace): Promise<unknown> {
  const tables = [
    'connectors',
    'apps',
    'connections',
    'actions',
    'webhook_deliveries',
    'archive_batches',
    'audit_events',
  ] as const
  const rows = tables.map((table) =>
    api.dependencies.database
      .selectFrom(table)
      .selectAll()
      .where('workspace_id', '=', id)
      .orderBy('id')
      .execute(),
  )
  return Promise.all([
    ...rows,
    api.dependencies.database.selectFrom('workspaces').selectAll().where('id', '=', id).execute(),
  ])
}

describe('another workspace’s things are not found, and are left as they are', () => {
  let other: TestWorkspace
  let things: Thing[]
  beforeAll(async () => {
    other = await api.newWorkspace('Another')
    things = await thingsOf(other)
  })

  // What is muted is named by its alert type, which is nobody’s.
  test.each(
    operationIds.filter((id) => operations[id].path.includes('{') && id !== 'setAlertMute'),
  )('%s', async (id) => {
    const operation: Operation = operations[id]
    const [, thing] = things.find(([path]) => operation.path.startsWith(path)) ?? []
    if (thing === undefined)
      throw new Error(`Give this test something of another workspace for ${operation.path}`)
    const call = (token: string | undefined) =>
      api.request(operation.method, operation.path.replace(/\{\w+\}/, thing), {
        token,
        ...(id in validBodies ? { body: validBodies[id] } : {}),
      })
    const before = await storedOf(other)
    for (const visitor of ['tenant', 'reader', 'admin'] as const) {
      const { status } = await call(tokens[visitor])
      expect([visitor, status]).toEqual([
        visitor,
        expected(operation, visitor) === 'in' ? 404 : 403,
      ])
    }
    expect(await storedOf(other)).toEqual(before)
    // With the secret of now: it may have been rotated by one of these.
    const { encrypted_secret: sealed } = await api.dependencies.database
      .selectFrom('workspaces')
      .select('encrypted_secret')
      .where('id', '=', other.id)
      .executeTakeFirstOrThrow()
    const owner = await adminToken({
      ...other,
      secret: await api.dependencies.secretBox.open(sealed),
    })
    const { status } = await call(operation.caller === 'operator' ? api.operatorToken : owner)
    expect([401, 403, 404], 'its own workspace finds it').not.toContain(status)
    await api.request('POST', `/org-workspaces/${other.id}/restore`, { token: api.operatorToken })
  })
})

test.each([
  '/connectors/any/specification',
  '/org-workspaces/{id}/usage',
  '/alerts',
  '/alerts/channels',
  '/alerts/mutes',
  '/org-workspaces/{id}',
  '/audit-events',
])('a tenant cannot read %s', async (path) => {
  const { status } = await api.request('GET', path.replace('{id}', workspace.id), {
    token: tokens.tenant,
  })
  expect(status).toBe(403)
})
