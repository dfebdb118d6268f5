import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { Caller, Operation } from '@/contract/operation'
import { operations, type OperationId } from '@/contract/operations'
import { adminToken, tokenOf, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { createResources } from '@/server/testing/create-resources'
import { operationIds } from './operation-kinds'

/** The reads that name nothing in their path, so that only the token says whose they are. */
const reads = operationIds.filter((id) => {
  const { method, path, caller, stream, demo }: Operation = operations[id]
  const isList = method === 'GET' && !path.includes('{') && stream !== 'events'
  return isList && caller !== 'anyone' && demo === undefined
})
const readers: Partial<Record<Caller, (workspace: TestWorkspace) => Promise<string>>> = {
  reader: (workspace) => tokenOf(workspace, { tenantKey: 'customer' }),
  workspace: tokenOf,
}

/** Reads as each caller whom the operation admits, and might show less to one than to another. */
async function read(id: OperationId, workspace: TestWorkspace, query = '') {
  const { path, caller }: Operation = operations[id]
  const tokens = [adminToken, ...(readers[caller] === undefined ? [] : [readers[caller]])]
  return Promise.all(
    tokens.map(async (token) => {
      const sent = { token: await token(workspace) }
      const { status, body } = await api.request('GET', `${path}${query}`, sent)
      return { status, body }
    }),
  )
}

/** Creates something in a workspace for every read to return. */
async function fill(workspace: TestWorkspace): Promise<void> {
  await createResources(api, workspace)
  const send = async (method: string, path: string, body: unknown) => {
    const { status } = await api.request(method, path, { token: await adminToken(workspace), body })
    expect([path, status]).toEqual([path, 200])
  }
  await send('POST', '/external-apps', { name: 'Filed', categories: ['Filing'] })
  await send('POST', '/connectors', { name: 'Filed', type: 'oauth2', categories: ['Filing'] })
  await send('PATCH', `/org-workspaces/${workspace.id}`, { webhookUri: 'https://hooks.example/in' })
  await send('PUT', '/alerts/mutes/testAlert', { mutedUntil: '2100-01-01T00:00:00Z' })
  await send('POST', '/alerts/test', {})
  const row = { id: uuid(), workspace_id: workspace.id }
  const { database } = api.dependencies
  await database
    .insertInto('tenants')
    .values({ ...row, key: 'customer', created_at: new Date() })
    .execute()
}

const before = new Map<OperationId, unknown>()
const api = await apiPerFile()
const stranger = await api.newWorkspace('Stranger')
const owner = await api.newWorkspace('Owner')
beforeAll(async () => {
  for (const id of reads) before.set(id, await read(id, stranger))
  await fill(owner)
})

test.each(reads)('%s returns nothing of another workspace', async (id) => {
  expect(await read(id, stranger)).toEqual(before.get(id))
  // Else it would return nothing of its own workspace either.
  if (id !== 'listPublicApps') expect(await read(id, owner)).not.toEqual(before.get(id))
})

test.each(
  reads.filter((id) => {
    const { query }: Operation = operations[id]
    return query !== undefined && Object.hasOwn(query.shape, 'workspaceId')
  }),
)('%s does not find another workspace by its id', async (id) => {
  const responses = await read(id, stranger, `?workspaceId=${owner.id}`)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]))
})
