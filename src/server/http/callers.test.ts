import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Operation } from '../../contract/operation'
import { operations, type OperationId } from '../../contract/operations'
import { operationIds } from '../routes/handler'
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

/** Whether an operation lets a visitor in; what it then answers is its own business. */
const letIn: Record<Caller, readonly Visitor[]> = {
  anyone: visitors,
  reader: ['tenant', 'reader', 'admin', 'operator'],
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
    // Nothing has this id: whoever is let in meets 404 or a fault of the request, and changes nothing.
    const path = operation.path.replaceAll(/\{\w+\}/g, '01a05bfb-7000-7000-8000-000000000000')
    const body = operation.body === undefined ? {} : { body: { nothing: true } }
    const { status } = await api.request(operation.method, path, { token: tokens[visitor], ...body })
    const outcome = expected(operation, visitor)
    if (outcome === 'in') expect([200, 400, 403, 404]).toContain(status)
    else expect(status).toBe(outcome)
    if (outcome === 'in' && status === 403) expect(visitor, 'only an operator, who has no workspace, is sent elsewhere').toBe('operator')
  })
})

/** What operations that need a body are sent, so that it is not that which is refused. */
const validBodies: Partial<Record<OperationId, unknown>> = {
  checkJwks: { uri: 'https://keys.example/' },
  recoverWebhookDeliveries: { since: '2026-01-01T00:00:00Z' },
}

describe('another workspace’s things are not found', () => {
  test.each(operationIds.filter((id) => operations[id].path.startsWith('/org-workspaces/{id}')))('%s', async (id) => {
    const other = await api.newWorkspace('Another')
    const operation: Operation = operations[id]
    const { status } = await api.request(operation.method, operation.path.replace('{id}', other.id), { token: tokens.admin, ...(id in validBodies ? { body: validBodies[id] } : {}) })
    expect(status).toBe(operation.caller === 'operator' ? 403 : 404)
    const record = await api.platform.database.selectFrom('workspaces').selectAll().where('id', '=', other.id).executeTakeFirstOrThrow()
    expect(record.revision).toBe(1)
  })
})
