import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Operation } from '@/contract/operation'
import { operations, type OperationId } from '@/contract/operations'
import { adminToken, tokenOf, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { createResources, type CreatedResource } from '@/server/testing/create-resources'
import { operationIds } from './operation-kinds'

const visitors = ['nobody', 'garbage', 'expired', 'tenant', 'reader', 'admin', 'operator'] as const
type Visitor = (typeof visitors)[number]

const api = await apiPerFile()
const workspace = await api.newWorkspace('Callers')
const tokens: Record<Visitor, string | undefined> = {
  nobody: undefined,
  garbage: 'garbage',
  expired: await tokenOf(workspace, { isAdmin: true, exp: 1 }),
  tenant: await tokenOf(workspace, { tenantKey: 'customer' }),
  reader: await tokenOf(workspace),
  admin: await adminToken(workspace),
  operator: api.operatorToken,
}

/** The visitors that each kind of operation admits. */
const admitted: Record<Caller, readonly Visitor[]> = {
  anyone: visitors,
  reader: ['tenant', 'reader', 'admin', 'operator'],
  workspace: ['reader', 'admin', 'operator'],
  admin: ['admin', 'operator'],
  operator: ['operator'],
}

function expected(operation: Operation, visitor: Visitor): 'admitted' | 401 | 403 {
  if (operation.workspaceToken === 'required' && visitor === 'operator') return 403
  if (admitted[operation.caller].includes(visitor)) return 'admitted'
  return visitor === 'nobody' || visitor === 'garbage' || visitor === 'expired' ? 401 : 403
}

describe.each(operationIds)('%s', (id) => {
  const operation: Operation = operations[id]
  test.each(visitors)('called by %s', async (visitor) => {
    // Nothing has this id, so an admitted visitor gets 404 or a validation error, and changes
    // nothing.
    const path = operation.path.replaceAll(/\{\w+\}/g, '01a05bfb-7000-7000-8000-000000000000')
    const body = operation.body === undefined ? {} : { body: { nothing: true } }
    const { status } = await api.request(operation.method, path, {
      token: tokens[visitor],
      ...body,
    })
    const outcome = expected(operation, visitor)
    if (outcome === 'admitted') expect([200, 400, 404]).toContain(status)
    else expect(status).toBe(outcome)
  })
})

/** Valid bodies for operations that need one, so that only the id can be refused. */
const validBodies: Partial<Record<OperationId, unknown>> = {
  checkJwks: { uri: 'https://keys.example/' },
  setAlertSettings: {},
  updateConnector: { name: 'Thing' },
  recoverWebhookDeliveries: { since: '2026-01-01T00:00:00Z' },
}

/** Reads every row of a workspace, including its own. */
async function readStored({ id }: TestWorkspace): Promise<unknown> {
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

describe('another workspace’s resources are not found, and stay unchanged', () => {
  let other: TestWorkspace
  let resources: CreatedResource[]
  beforeAll(async () => {
    other = await api.newWorkspace('Another')
    resources = await createResources(api, other)
  })

  // A mute is addressed by its alert type, which belongs to no workspace.
  test.each(
    operationIds.filter((id) => operations[id].path.includes('{') && id !== 'setAlertMute'),
  )('%s', async (id) => {
    const operation: Operation = operations[id]
    const [, resource] = resources.find(([prefix]) => operation.path.startsWith(prefix)) ?? []
    if (resource === undefined)
      throw new Error(`createResources makes nothing for ${operation.path}: add it there`)
    const call = (token: string | undefined) =>
      api.request(operation.method, operation.path.replace(/\{\w+\}/, resource), {
        token,
        ...(id in validBodies ? { body: validBodies[id] } : {}),
      })
    const before = await readStored(other)
    for (const visitor of ['tenant', 'reader', 'admin'] as const) {
      const { status } = await call(tokens[visitor])
      expect([visitor, status]).toEqual([
        visitor,
        expected(operation, visitor) === 'admitted' ? 404 : 403,
      ])
    }
    expect(await readStored(other)).toEqual(before)
    // Reads the current secret, because one of these operations rotates it.
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
  '/org-workspaces/{id}/usage/tenants',
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
