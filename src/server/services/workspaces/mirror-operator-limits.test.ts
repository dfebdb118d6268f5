import { beforeAll, expect, test, vi } from 'vitest'
import { workspaceWithStateSchema } from '@/contract/workspaces'
import type { MirrorOperatorLimits } from '@/server/core/ports/mirror-operator-limits'
import { apiPerFile } from '@/server/testing/api-per-file'
import { failingOnce } from '@/server/testing/failing-once'
import { mirrorDueOperatorLimits } from './mirror-operator-limits'

let now = Date.now()
let instance: MirrorOperatorLimits = async () => 'mirrored'
const mirrored: unknown[] = []

const api = await apiPerFile({
  clock: () => new Date(now),
  mirrorOperatorLimits: async (limits) => {
    mirrored.push(limits)
    return instance(limits)
  },
})
const workspace = await api.newWorkspace('Mirrored')
beforeAll(async () => {
  await api.dependencies.database
    .updateTable('workspaces')
    .set({ service_instance_id: 'eu-1' })
    .where('id', '=', workspace.id)
    .execute()
})

const read = async () =>
  workspaceWithStateSchema.parse(
    (await api.request('GET', `/org-workspaces/${workspace.id}`, { token: api.operatorToken }))
      .body,
  )
const set = (value: number) =>
  api.request('PUT', `/org-workspaces/${workspace.id}/operator-limits`, {
    token: api.operatorToken,
    body: { operatorLimits: { parallelFlowRuns: { unit: 'number', value } } },
  })

test('limits reach the owning instance once, and the record shows when', async () => {
  const response = await set(7)
  expect(workspaceWithStateSchema.parse(response.body).operatorLimitsMirrorPending).toBe(true)
  expect((await read()).operatorLimitsSyncedAt).toBeUndefined()
  await mirrorDueOperatorLimits(api.dependencies)
  await mirrorDueOperatorLimits(api.dependencies)
  expect(mirrored).toEqual([
    {
      serviceInstanceId: 'eu-1',
      workspaceId: workspace.id,
      operatorLimits: { parallelFlowRuns: { unit: 'number', value: 7 } },
    },
  ])
  const record = await read()
  expect(record).toMatchObject({ operatorLimitsSyncedAt: new Date(now).toISOString() })
  expect(record.operatorLimitsMirrorPending).toBeUndefined()
})

test('nothing is pending without an owning instance, or with an unknown one', async () => {
  const alone = await api.newWorkspace('Alone')
  const response = await api.request('PUT', `/org-workspaces/${alone.id}/operator-limits`, {
    token: api.operatorToken,
    body: { operatorLimits: { parallelFlowRuns: { unit: 'number', value: 1 } } },
  })
  expect(workspaceWithStateSchema.parse(response.body).operatorLimitsMirrorPending).toBeUndefined()

  instance = async () => 'unknown instance'
  await set(6)
  await mirrorDueOperatorLimits(api.dependencies)
  expect((await read()).operatorLimitsMirrorPending).toBeUndefined()
})

test('limits that another server sent meanwhile are sent again, as the last ones', async () => {
  let respond = () => {}
  instance = () => new Promise((resolve) => (respond = () => resolve('mirrored')))
  await set(11)
  mirrored.length = 0
  const slow = mirrorDueOperatorLimits(api.dependencies)
  await vi.waitFor(() => expect(mirrored).toHaveLength(1))
  instance = async () => 'mirrored'
  await set(12)
  await mirrorDueOperatorLimits(api.dependencies)
  respond()
  await slow
  await mirrorDueOperatorLimits(api.dependencies)
  const limits = (value: number) => ({ operatorLimits: { parallelFlowRuns: { value } } })
  expect(mirrored).toMatchObject([limits(11), limits(12), limits(12)])
  expect((await read()).operatorLimitsMirrorPending).toBeUndefined()
})

test('an instance that hangs does not hold up the limits of others', async () => {
  let respond = () => {}
  instance = ({ workspaceId }) =>
    workspaceId === workspace.id
      ? new Promise((resolve) => (respond = () => resolve('mirrored')))
      : Promise.resolve('mirrored')
  await set(13)
  now += 1000
  const other = await api.newWorkspace('Other instance')
  await api.dependencies.database
    .updateTable('workspaces')
    .set({ service_instance_id: 'us-1', operator_limits_mirror_due: new Date(now) })
    .where('id', '=', other.id)
    .execute()
  mirrored.length = 0
  const mirroring = mirrorDueOperatorLimits(api.dependencies)
  await vi.waitFor(() =>
    expect(mirrored).toMatchObject([{ workspaceId: workspace.id }, { workspaceId: other.id }]),
  )
  respond()
  await mirroring
})

test('a failure is shown, retried after a while, and cleared by a success', async () => {
  instance = async () => {
    throw new Error('The owning instance responded with 503')
  }
  await set(8)
  await mirrorDueOperatorLimits(api.dependencies)
  expect(await read()).toMatchObject({
    operatorLimitsSyncError: 'The owning instance responded with 503',
    operatorLimitsMirrorPending: true,
  })
  expect(api.logged).toContainEqual({
    facts: { error: expect.any(Error), workspaceId: workspace.id },
    message: 'operator limits could not be mirrored',
  })
  const tries = mirrored.length
  await mirrorDueOperatorLimits(api.dependencies)
  expect(mirrored).toHaveLength(tries)

  instance = async () => 'mirrored'
  now += 6000
  await mirrorDueOperatorLimits(api.dependencies)
  expect(mirrored).toHaveLength(tries + 1)
  expect((await read()).operatorLimitsSyncError).toBeUndefined()
})

test('sending the same limits again retries after a failure', async () => {
  instance = async () => {
    throw new Error('Unreachable')
  }
  await set(9)
  await mirrorDueOperatorLimits(api.dependencies)
  instance = async () => 'mirrored'
  await set(9)
  await mirrorDueOperatorLimits(api.dependencies)
  expect((await read()).operatorLimitsSyncError).toBeUndefined()
  const path = `/audit-events?workspaceId=${workspace.id}&operation=setOperatorLimits&limit=2`
  const { body } = await api.request('GET', path, { token: api.operatorToken })
  const changedTo = (value: number) => ({
    changes: [{ path: 'operatorLimits.parallelFlowRuns', after: { unit: 'number', value } }],
  })
  expect(body, 'the history has each change once').toMatchObject({
    items: [changedTo(9), changedTo(8)],
  })
})

test('mirroring changes the ETag of the record', async () => {
  const etag = async () => {
    const path = `/org-workspaces/${workspace.id}`
    return (await api.request('GET', path, { token: api.operatorToken })).headers.get('ETag')
  }
  instance = async () => {
    throw new Error('Unreachable')
  }
  await set(10)
  const tags = [await etag()]
  await mirrorDueOperatorLimits(api.dependencies)
  tags.push(await etag())
  instance = async () => 'mirrored'
  now += 6000
  await mirrorDueOperatorLimits(api.dependencies)
  tags.push(await etag())
  expect(new Set(tags).size).toBe(3)
})

test('an error of the database is no failure of the owning instance', async () => {
  instance = async () => 'mirrored'
  await set(5)
  const database = failingOnce(api.dependencies.database, 'UpdateQueryNode')
  await expect(mirrorDueOperatorLimits({ ...api.dependencies, database })).rejects.toThrow('lost')
  expect((await read()).operatorLimitsSyncError).toBeUndefined()
  now += 31_000
  await mirrorDueOperatorLimits(api.dependencies)
  expect((await read()).operatorLimitsMirrorPending, 'after the lease').toBeUndefined()
})

test('a failure is no longer shown once the instance is not configured', async () => {
  instance = async () => {
    throw new Error('Unreachable')
  }
  await set(3)
  await mirrorDueOperatorLimits(api.dependencies)
  expect((await read()).operatorLimitsSyncError).toBe('Unreachable')
  instance = async () => 'unknown instance'
  now += 6000
  await mirrorDueOperatorLimits(api.dependencies)
  expect((await read()).operatorLimitsSyncError).toBeUndefined()
})
