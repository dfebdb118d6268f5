import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { archiveOutcomes } from '@/contract/apps'
import { searchColumns } from '@/server/search/search-text'
import { adminToken, tokenOf, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { putApp } from '@/server/testing/apps'
import { databaseServer } from '@/server/testing/database-server'

let workspace: TestWorkspace
let token: string

const api = await apiPerFile()
beforeEach(async () => {
  workspace = await api.newWorkspace('Archive')
  token = await adminToken(workspace)
})

const resultSchema = z.object({
  batchId: z.string().optional(),
  count: z.number(),
  items: z.array(
    z.looseObject({
      selector: z.string().optional(),
      key: z.string().optional(),
      outcome: z.enum(archiveOutcomes),
    }),
  ),
})

const isArchived = async (id: string) =>
  (
    await api.dependencies.database
      .selectFrom('apps')
      .select('archived_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).archived_at !== null
const bulk = async (body: unknown, as = token) => {
  const response = await api.request('POST', '/external-apps/archive', { token: as, body })
  return { ...response, result: resultSchema.safeParse(response.body).data }
}

test('an app is archived by id, uuid or key; the response is null, even if repeated', async () => {
  for (const selector of ['id', 'uuid', 'key'] as const) {
    const [key, uuid] = [`by-${selector}`, `the-uuid-${selector}-${workspace.id}`]
    const id = await putApp(api, key, 'App', { workspaceId: workspace.id, uuid })
    const path = `/external-apps/${{ id, uuid, key }[selector]}`
    expect([(await api.request('DELETE', path, { token })).body, await isArchived(id)]).toEqual([
      null,
      true,
    ])
    const { updated_at: before } = await api.dependencies.database
      .selectFrom('apps')
      .select('updated_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await api.request('DELETE', path, { token })).toMatchObject({ status: 200, body: null })
    expect(
      (
        await api.dependencies.database
          .selectFrom('apps')
          .select('updated_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).updated_at,
    ).toEqual(before)
    expect((await api.request('POST', `${path}/restore`, { token })).status).toBe(200)
    expect(await isArchived(id)).toBe(false)
  }
})

test('If-Match refuses to archive or restore an app that somebody has changed', async () => {
  const id = await putApp(api, 'shared', 'Shared', { workspaceId: workspace.id })
  const path = `/external-apps/${id}`
  const tag = async () => (await api.request('GET', path, { token })).headers.get('ETag') ?? ''
  const ended = async (method: 'DELETE' | 'POST', at: string, ifMatch: string) => {
    const { status } = await api.request(method, at, { token, headers: { 'If-Match': ifMatch } })
    return [status, await isArchived(id)]
  }
  const read = await tag()
  await api.request('PATCH', path, { token, body: { name: 'Renamed' } })
  expect(await ended('DELETE', path, read)).toEqual([412, false])
  expect(await ended('DELETE', path, await tag())).toEqual([200, true])
  expect(await ended('POST', `${path}/restore`, read)).toEqual([412, true])
  expect(await ended('POST', `${path}/restore`, await tag())).toEqual([200, false])
})

test('an id wins over a uuid, a uuid over a key', async () => {
  const first = await putApp(api, 'first', 'First', { workspaceId: workspace.id })
  const second = await putApp(api, `second`, 'Second', { workspaceId: workspace.id, uuid: first })
  const third = await putApp(api, first, 'Third', {
    workspaceId: workspace.id,
    uuid: `third-${first}`,
  })
  await api.request('DELETE', `/external-apps/${first}`, { token })
  expect([await isArchived(first), await isArchived(second), await isArchived(third)]).toEqual([
    true,
    false,
    false,
  ])
})

test('only operators archive public apps; read-only apps and those of others stay', async () => {
  const open = await putApp(api, 'open', 'Open')
  const fixed = await putApp(api, 'fixed', 'Fixed', { workspaceId: workspace.id, isReadOnly: true })
  const other = await api.newWorkspace('Other')
  const theirs = await putApp(api, 'theirs', 'Theirs', { workspaceId: other.id })
  expect((await api.request('DELETE', `/external-apps/${open}`, { token })).status).toBe(403)
  expect((await api.request('DELETE', `/external-apps/${fixed}`, { token })).status).toBe(403)
  expect((await api.request('DELETE', `/external-apps/${theirs}`, { token })).status).toBe(404)
  expect(
    (await api.request('DELETE', '/external-apps/theirs', { token: api.operatorToken })).status,
    'an operator can name only public apps by key',
  ).toBe(404)
  expect([await isArchived(open), await isArchived(fixed), await isArchived(theirs)]).toEqual([
    false,
    false,
    false,
  ])
  expect(
    (await api.request('DELETE', `/external-apps/${open}`, { token: api.operatorToken })).status,
  ).toBe(200)
})

test('no app is archived in a read-only workspace', async () => {
  const id = await putApp(api, 'kept', 'Kept', { workspaceId: workspace.id })
  await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
    token,
    body: { isReadOnly: true },
  })
  expect((await api.request('DELETE', `/external-apps/${id}`, { token })).status).toBe(403)
  expect((await bulk({ selectors: [id] })).status).toBe(403)
  expect(await isArchived(id)).toBe(false)
})

test('a list is previewed, archived with a reason for each app, and restored', async () => {
  await putApp(api, 'one', 'One', { workspaceId: workspace.id })
  await putApp(api, 'two', 'Two', { workspaceId: workspace.id })
  await putApp(api, 'old', 'Old', { workspaceId: workspace.id, archived: true })
  await putApp(api, 'locked', 'Locked', { workspaceId: workspace.id, isReadOnly: true })
  await putApp(api, 'catalog-app', 'Catalog app')
  await putApp(api, 'double', 'Double', { workspaceId: workspace.id })
  await putApp(api, 'other-double', 'Other double', { workspaceId: workspace.id, uuid: 'double' })
  const selectors = ['one', 'two', 'one', ' ', 'old', 'locked', 'catalog-app', 'nowhere', 'double']
  const outcomes = (result: z.infer<typeof resultSchema> | undefined) =>
    Object.fromEntries((result?.items ?? []).map(({ selector, outcome }) => [selector, outcome]))

  const tried = await bulk({ selectors, validateOnly: true })
  expect(outcomes(tried.result)).toEqual({
    one: 'would_archive',
    two: 'would_archive',
    old: 'already_archived',
    locked: 'read_only',
    'catalog-app': 'not_yours',
    nowhere: 'not_found',
    double: 'ambiguous',
  })
  expect([tried.result?.count, tried.result?.batchId]).toEqual([2, undefined])

  const done = await bulk({ selectors, expectedCount: 2 })
  expect(outcomes(done.result)).toMatchObject({
    one: 'archived',
    two: 'archived',
    old: 'already_archived',
  })
  const stranger = await adminToken(await api.newWorkspace('Stranger'))
  expect(
    (
      await api.request('POST', `/external-apps/archive/${done.result?.batchId}/restore`, {
        token: stranger,
      })
    ).status,
  ).toBe(404)
  const colleague = await tokenOf(workspace, { isAdmin: true, name: 'A colleague' })
  expect(
    (
      await api.request('POST', `/external-apps/archive/${done.result?.batchId}/restore`, {
        token: colleague,
      })
    ).body,
  ).toEqual({ count: 2 })
  expect((await api.request('GET', '/external-apps/archive', { token })).body).toMatchObject({
    items: [{ count: 2, actor: 'Test', restoredAt: expect.any(String) }],
  })
})

test('undoing a bulk archive skips apps that were restored and archived again since', async () => {
  const [kept, alone, together] = [
    await putApp(api, 'kept', 'Kept', { workspaceId: workspace.id }),
    await putApp(api, 'alone', 'Alone', { workspaceId: workspace.id }),
    await putApp(api, 'together', 'Together', { workspaceId: workspace.id }),
  ]
  const undo = (batchId: string | undefined) =>
    api.request('POST', `/external-apps/archive/${batchId}/restore`, { token })
  const { result: first } = await bulk({ selectors: [kept, alone, together] })
  for (const id of [alone, together])
    await api.request('POST', `/external-apps/${id}/restore`, { token })
  await api.request('DELETE', `/external-apps/${alone}`, { token })
  const { result: second } = await bulk({ selectors: [together] })

  expect((await undo(first?.batchId)).body).toEqual({ count: 1 })
  expect([await isArchived(kept), await isArchived(alone), await isArchived(together)]).toEqual([
    false,
    true,
    true,
  ])
  expect((await undo(second?.batchId)).body).toEqual({ count: 1 })
  expect([await isArchived(alone), await isArchived(together)]).toEqual([true, false])
})

test('a filter is resolved by the server, and refused when the count has drifted', async () => {
  for (const number of [1, 2, 3])
    await putApp(api, `legacy-${number}`, `Legacy ${number}`, { workspaceId: workspace.id })
  const filter = { search: 'legacy', scope: 'workspace' }
  expect((await bulk({ filter, validateOnly: true })).result?.count).toBe(3)
  await putApp(api, 'legacy-4', 'Legacy 4', { workspaceId: workspace.id })
  const drifted = await bulk({ filter, expectedCount: 3 })
  expect([drifted.status, drifted.body]).toEqual([
    409,
    expect.objectContaining({ data: { expectedCount: 3, count: 4 } }),
  ])
  expect((await bulk({ filter })).status, 'a filter without a count').toBe(400)
  expect((await bulk({ filter, expectedCount: 4 })).result?.count).toBe(4)
})

test('a filter over the public catalog is resolved on the connection that archives', async () => {
  await putApp(api, 'spanning-own', 'Spanning own', { workspaceId: workspace.id })
  await putApp(api, 'spanning-public', 'Spanning public')
  const outcomes = async (filter: object) =>
    (
      await bulk({ filter: { search: 'spanning', ...filter }, validateOnly: true })
    ).result?.items.map(({ key, outcome }) => [key, outcome])
  expect(await outcomes({})).toEqual([
    ['spanning-own', 'would_archive'],
    ['spanning-public', 'not_yours'],
  ])
  expect(await outcomes({ scope: 'public' })).toEqual([['spanning-public', 'not_yours']])
})

test('apps of a filter are listed by name, and more than ten thousand are refused', async () => {
  const { database } = api.dependencies
  for (const [key, name] of [
    ['crowded-first', 'Crowded Z'],
    ['crowded-last', 'Crowded A'],
    ['crowded-middle', 'Crowded M'],
  ] as const)
    await putApp(api, key, name, { workspaceId: workspace.id })
  const preview = () => bulk({ filter: { scope: 'workspace' }, validateOnly: true })
  expect((await preview()).result?.items.map(({ key }) => key)).toEqual([
    'crowded-last',
    'crowded-middle',
    'crowded-first',
  ])
  const add = (first: number, last: number) =>
    sql`
      insert into apps (id, uuid, workspace_id, key, name, search_name, search_key, created_at,
        updated_at)
      select gen_random_uuid(), gen_random_uuid(), ${workspace.id}, 'crowded-' || number,
        'Crowded', 'crowded', 'crowded-' || number, now(), now()
      from generate_series(${first}::int, ${last}::int) as number`.execute(database)
  await add(1, 9997)
  expect((await preview()).result?.count).toBe(10_000)
  await add(9998, 9998)
  expect(await preview()).toMatchObject({
    status: 400,
    body: { data: { issues: [{ path: ['body', 'filter'], code: 'too_big' }] } },
  })
})

test('live connections are counted that the caller sees, of operators those of all', async () => {
  const id = await putApp(api, `counted-${workspace.id}`, 'Counted')
  const other = await api.newWorkspace('Also connected')
  const now = new Date()
  await api.dependencies.database
    .insertInto('connections')
    .values(
      [workspace.id, workspace.id, other.id].map((owner, index) => ({
        id: uuid(),
        workspace_id: owner,
        external_app_id: id,
        name: 'Connection',
        ...searchColumns('Connection', null),
        created_at: now,
        updated_at: now,
        archived_at: index === 0 ? now : null,
      })),
    )
    .execute()
  const counted = async (as: string) =>
    (await bulk({ selectors: [id], validateOnly: true }, as)).result?.items[0]?.['connections']
  expect([await counted(token), await counted(api.operatorToken)]).toEqual([1, 2])
})

test('five hundred apps are archived in one request', async () => {
  await Promise.all(
    Array.from({ length: 500 }, (_, number) =>
      putApp(api, `bulk-${number}`, `Bulk ${number}`, { workspaceId: workspace.id }),
    ),
  )
  const { result } = await bulk({
    filter: { search: 'bulk', scope: 'workspace' },
    expectedCount: 500,
  })
  expect([
    result?.count,
    result?.items.filter(({ outcome }) => outcome === 'archived').length,
  ]).toEqual([500, 500])
})

/** Puts a workspace into a state in which nothing of it may be written. */
const locks = {
  'read-only': (id: string) =>
    api.request('PATCH', `/org-workspaces/${id}`, {
      token: api.operatorToken,
      body: { isReadOnly: true },
    }),
  archived: (id: string) =>
    api.request('DELETE', `/org-workspaces/${id}`, { token: api.operatorToken }),
} as const
const refusals = { 'read-only': 403, archived: 409 } as const

test.each(['read-only', 'archived'] as const)(
  'not even an operator can archive or restore apps in a workspace that is %s',
  async (state) => {
    const gone = await putApp(api, 'gone', 'Gone', { workspaceId: workspace.id })
    const kept = await putApp(api, 'kept', 'Kept', { workspaceId: workspace.id })
    const open = await putApp(api, `open-${state}`, 'Open')
    const { result } = await bulk({ selectors: [gone] }, api.operatorToken)
    expect(result?.count).toBe(1)
    expect((await locks[state](workspace.id)).status).toBe(200)

    const asOperator = { token: api.operatorToken }
    const responses = [
      await api.request('DELETE', `/external-apps/${kept}`, asOperator),
      await bulk({ selectors: [kept, open], validateOnly: true }, api.operatorToken),
      await bulk({ selectors: [kept, open] }, api.operatorToken),
      await api.request('POST', `/external-apps/${gone}/restore`, asOperator),
      await api.request('POST', `/external-apps/archive/${result?.batchId}/restore`, asOperator),
    ]
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => refusals[state]))
    expect([await isArchived(gone), await isArchived(kept), await isArchived(open)]).toEqual([
      true,
      false,
      false,
    ])
  },
)

test('a restore is refused if it would exceed the limit of elements', async () => {
  const [first, second] = [
    await putApp(api, 'first', 'First', { workspaceId: workspace.id }),
    await putApp(api, 'second', 'Second', { workspaceId: workspace.id }),
  ]
  const { result } = await bulk({ selectors: [first, second] })
  const allow = async (value: number) =>
    api.request('PATCH', `/org-workspaces/${workspace.id}`, {
      token,
      body: { limits: { totalNumberOfWorkspaceElements: { unit: 'number', value } } },
    })
  const restoreAll = (as = token) =>
    api.request('POST', `/external-apps/archive/${result?.batchId}/restore`, { token: as })
  const restoreOne = (id: string) => api.request('POST', `/external-apps/${id}/restore`, { token })

  await allow(1)
  const refused = { body: { data: { limit: 'totalNumberOfWorkspaceElements', value: 1 } } }
  expect(await restoreAll()).toMatchObject({ status: 429, ...refused })
  expect((await restoreOne(first)).status).toBe(200)
  expect((await restoreOne(first)).status, 'it is back already: nothing is added').toBe(200)
  expect(await restoreOne(second)).toMatchObject({ status: 429, ...refused })
  expect([await isArchived(first), await isArchived(second)]).toEqual([false, true])
  await allow(2)
  expect(await restoreAll()).toMatchObject({ status: 200, body: { count: 1 } })
})

test("an operator's restore across workspaces leaves each within its limit", async () => {
  const crowded = await api.newWorkspace('Crowded')
  const ids = [
    await putApp(api, 'roomy', 'Roomy', { workspaceId: workspace.id }),
    await putApp(api, 'crowded', 'Crowded', { workspaceId: crowded.id }),
    await putApp(api, 'public-too', 'Public too'),
  ]
  const { result } = await bulk({ selectors: ids }, api.operatorToken)
  const restoreAll = () =>
    api.request('POST', `/external-apps/archive/${result?.batchId}/restore`, {
      token: api.operatorToken,
    })
  const allow = (value: number) =>
    api.request('PATCH', `/org-workspaces/${crowded.id}`, {
      token: api.operatorToken,
      body: { limits: { totalNumberOfWorkspaceElements: { unit: 'number', value } } },
    })
  await allow(0)
  expect((await restoreAll()).status).toBe(429)
  expect(await Promise.all(ids.map(isArchived)), 'all or none').toEqual([true, true, true])
  await allow(1)
  expect((await restoreAll()).body).toEqual({ count: 3 })
})

test('a restore that a full workspace refuses uses nothing of the limits of others', async () => {
  const [roomy, full] = [await api.newWorkspace('Roomy'), await api.newWorkspace('Full')]
  const asOperator = { token: api.operatorToken }
  const selectors = [
    await putApp(api, 'of-roomy', 'Of roomy', { workspaceId: roomy.id }),
    await putApp(api, 'of-full', 'Of full', { workspaceId: full.id }),
  ]
  const limits = { totalNumberOfWorkspaceElements: { unit: 'number', value: 0 } }
  await api.request('PATCH', `/org-workspaces/${full.id}`, { ...asOperator, body: { limits } })
  const { result } = await bulk({ selectors }, api.operatorToken)
  const restore = `/external-apps/archive/${result?.batchId}/restore`
  const usageOf = async ({ id }: { id: string }) => {
    const path = `/org-workspaces/${id}/usage?limit=totalNumberOfWorkspaceElements`
    return (await api.request('GET', path, asOperator)).body
  }
  const used = (points: object[]) => ({ limits: { totalNumberOfWorkspaceElements: { points } } })
  expect((await api.request('POST', restore, asOperator)).status).toBe(429)
  expect(await usageOf(full)).toMatchObject(used([{ used: 0, refused: 1 }]))
  expect(await usageOf(roomy)).toMatchObject(used([]))

  await api.request('PATCH', `/org-workspaces/${full.id}`, {
    ...asOperator,
    body: { limits: { totalNumberOfWorkspaceElements: { unit: 'number' } } },
  })
  expect((await api.request('POST', restore, asOperator)).status).toBe(200)
  expect(await usageOf(roomy)).toMatchObject(used([{ used: 1, refused: 0 }]))
})

test('apps to leave out are named by id, uuid or key, with spaces around or not', async () => {
  const uuid = `left-out-${workspace.id}`
  const ids = [
    await putApp(api, 'by-id', 'Left out', { workspaceId: workspace.id }),
    await putApp(api, 'by-uuid', 'Left out', { workspaceId: workspace.id, uuid }),
    await putApp(api, 'by-key', 'Left out', { workspaceId: workspace.id }),
    await putApp(api, 'archived', 'Left out', { workspaceId: workspace.id }),
  ]
  const { result } = await bulk({
    filter: { search: 'left out', scope: 'workspace' },
    except: [ids[0]?.toUpperCase(), uuid, ' by-key '],
    expectedCount: 1,
  })
  expect(result?.count).toBe(1)
  expect(await Promise.all(ids.map(isArchived))).toEqual([false, false, false, true])
})

test('a list with apps to leave out is refused, since it could archive one of them', async () => {
  const id = await putApp(api, 'listed', 'Listed', { workspaceId: workspace.id })
  expect(await bulk({ selectors: [id], except: ['listed'] })).toMatchObject({
    status: 400,
    body: { data: { issues: [{ path: ['body', 'except'], code: 'custom' }] } },
  })
  expect(await isArchived(id)).toBe(false)
})

test('a key in an operator’s list names the public app, whatever else is listed', async () => {
  const own = await putApp(api, 'listed', 'Own', { workspaceId: workspace.id })
  const outcomes = async () =>
    (
      await bulk({ selectors: [own, 'listed'], validateOnly: true }, api.operatorToken)
    ).result?.items.map(({ id, outcome }) => [id, outcome])
  expect(await outcomes()).toEqual([
    [own, 'would_archive'],
    [undefined, 'not_found'],
  ])
  const open = await putApp(api, 'listed', 'Public')
  expect(await outcomes()).toEqual([
    [own, 'would_archive'],
    [open, 'would_archive'],
  ])
})

test.skipIf(databaseServer === undefined).each([
  ['one app', (key: string) => api.request('DELETE', `/external-apps/${key}`, { token })],
  ['many apps', (key: string) => bulk({ selectors: [key] })],
] as const)('archiving %s does not deadlock with a connector for it', async (_name, archive) => {
  const id = await putApp(api, 'shared', 'Shared', { workspaceId: workspace.id })
  const archiving = await api.dependencies.database.transaction().execute(async (creating) => {
    // Like the creation of a connector: the workspace, then the check of the foreign key.
    await creating
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', workspace.id)
      .forNoKeyUpdate()
      .execute()
    const response = archive('shared')
    await new Promise((resume) => setTimeout(resume, 300))
    await sql`set local lock_timeout = 500`.execute(creating)
    await sql`select from apps where id = ${id} for key share`.execute(creating)
    return { response }
  })
  expect((await archiving.response).status).toBe(200)
  expect(await isArchived(id)).toBe(true)
})
