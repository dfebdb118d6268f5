import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { appSchema } from '../../../contract/apps'
import { adminToken, testApi, tokenOf, type TestApi, type TestWorkspace } from '../../testing/api'
import { putApp } from '../../testing/apps'

let api: TestApi
let workspace: TestWorkspace
let token: string

const pageSchema = z.object({ items: z.array(appSchema.strict()), cursor: z.string().optional(), total: z.number().optional() })

async function page(path: string) {
  const { status, body } = await api.request('GET', path, { token })
  expect(status, JSON.stringify(body)).toBe(200)
  return pageSchema.parse(body)
}
const keys = async (path: string) => (await page(path)).items.map(({ key }) => key)

beforeAll(async () => {
  api = await testApi()
  workspace = await api.newWorkspace('Search')
  token = await adminToken(workspace)
  for (const [key, name] of [
    ['hubspot', 'HubSpot'],
    ['hub', 'Community Hub'],
    ['github', 'GitHub'],
    ['hubstaff', 'Hubstaff'],
    ['docker-hub', 'Docker Hub'],
    ['slack', 'Slack'],
    ['cafe', 'Café Ordering'],
    ['percent', '100% Sure_Thing'],
  ] as const) {
    await putApp(api, key, name, { categories: key === 'slack' ? ['Communication'] : [] })
  }
  await putApp(api, 'own-hub', 'Zebra Hub', { workspaceId: workspace.id })
  await putApp(api, 'gone', 'Gone Hub', { archived: true })
})
afterAll(() => api.close())

test('best match first: exact key, prefix, word, substring', async () => {
  expect(await keys('/universe/apps?search=hub')).toEqual(['hub', 'hubspot', 'hubstaff', 'docker-hub', 'github'])
})

test.each([
  ['hubspto', 'hubspot'],
  ['hubpot', 'hubspot'],
  ['hubbspot', 'hubspot'],
  ['hubspit', 'hubspot'],
  ['slcak', 'slack'],
  ['slakc', 'slack'],
  ['lsack', 'slack'],
])('a near miss is found: %s', async (search, key) => expect(await keys(`/universe/apps?search=${search}`)).toContain(key))

test.each([
  ['CAFE', ['cafe']],
  ['café', ['cafe']],
  ['  docker   hub ', ['docker-hub']],
  ['%', ['percent']],
  ['_', ['percent']],
  ['\\', []],
])('case, accents and blanks do not matter, and nothing is a wildcard: %j', async (search, found) => {
  expect(await keys(`/universe/apps?search=${encodeURIComponent(search)}`)).toEqual(found)
})

test('own apps come first, whatever matches better', async () => {
  expect((await keys('/external-apps?search=hub'))[0]).toBe('own-hub')
  expect(await keys('/universe/apps?search=zebra')).toEqual([])
})

test('an own app stands before the public one of its key', async () => {
  const other = await api.newWorkspace('Shadow')
  await putApp(api, 'slack', 'Our Slack', { workspaceId: other.id })
  const { body } = await api.request('GET', '/external-apps?search=slack', { token: await tokenOf(other) })
  expect(pageSchema.parse(body).items.map(({ name, isPublic }) => [name, isPublic])).toEqual([['Our Slack', false]])
})

test('filters: category, archived, and the total of the catalog', async () => {
  expect(await keys('/universe/apps?category=Communication')).toEqual(['slack'])
  expect(await keys('/universe/apps?search=gone')).toEqual([])
  expect(await keys('/universe/apps?search=gone&includeArchived=true')).toEqual(['gone'])
  expect((await page('/universe/apps?limit=2')).total).toBe(8)
  expect((await page('/external-apps?limit=2')).total).toBeUndefined()
})

test('the categories of a scope are listed, once each', async () => {
  const own = await api.newWorkspace('Categories')
  const ownToken = await adminToken(own)
  await putApp(api, 'till', 'Till', { workspaceId: own.id, categories: ['Payments', 'Tills'] })
  await putApp(api, 'till-2', 'Till 2', { workspaceId: own.id, categories: ['Tills'] })
  const categories = async (query = '') => z.object({ items: z.array(z.string()) }).parse((await api.request('GET', `/external-apps/categories${query}`, { token: ownToken })).body).items
  expect(await categories('?scope=workspace')).toEqual(['Payments', 'Tills'])
  expect(await categories('?scope=public')).toContain('Communication')
  expect(await categories()).toEqual(expect.arrayContaining(['Communication', 'Tills']))
})

test('a workspace that does not use the catalog sees its own apps alone', async () => {
  const alone = await api.newWorkspace('Alone')
  const aloneToken = await adminToken(alone)
  await putApp(api, 'mine', 'Mine', { workspaceId: alone.id })
  await api.request('PATCH', `/org-workspaces/${alone.id}`, { token: aloneToken, body: { settings: { useServiceUniverse: false } } })
  const { body } = await api.request('GET', '/external-apps', { token: aloneToken })
  expect(pageSchema.parse(body).items.map(({ key }) => key)).toEqual(['mine'])
})

test('a cursor of other filters, of another list or of nobody is refused', async () => {
  const { cursor } = await page('/universe/apps?limit=2&search=hub')
  for (const path of [`/universe/apps?limit=2&cursor=${cursor}`, `/universe/apps?search=slack&cursor=${cursor}`, `/external-apps?search=hub&cursor=${cursor}`, `/universe/apps?search=hub&cursor=${cursor?.slice(0, -4)}`]) {
    const { status, body } = await api.request('GET', path, { token })
    expect([status, JSON.stringify(body)], path).toEqual([400, expect.stringContaining('cursor')])
  }
  expect((await page(`/universe/apps?limit=3&search=hub&cursor=${cursor}`)).items.map(({ key }) => key)).toEqual(['hubstaff', 'docker-hub', 'github'])
})

test('paging neither repeats nor skips what was there throughout, while apps come and go', { timeout: 60_000 }, async () => {
  const roaming = await api.newWorkspace('Paging')
  const roamingToken = await adminToken(roaming)
  const names = fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'a', 'B', 'é', 'zz top', 'alpha beta'), { minLength: 1, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(names, fc.integer({ min: 1, max: 7 }), fc.constantFrom('', 'a', 'alpha'), fc.array(fc.boolean(), { maxLength: 6 }), async (chosen, limit, search, disturbances) => {
      await api.platform.database.deleteFrom('apps').where('workspace_id', '=', roaming.id).execute()
      const ids = await Promise.all(chosen.map((name, index) => putApp(api, `${index}-${name.replaceAll(' ', '-')}`, name, { workspaceId: roaming.id })))
      const path = `/external-apps?limit=${limit}${search === '' ? '' : `&search=${search}`}`
      const ask = async (cursor: string | undefined) => pageSchema.parse((await api.request('GET', cursor === undefined ? path : `${path}&cursor=${cursor}`, { token: roamingToken })).body)
      const all = pageSchema.parse((await api.request('GET', `/external-apps?limit=1000${search === '' ? '' : `&search=${search}`}`, { token: roamingToken })).body).items.filter(({ isPublic }) => !isPublic)

      const seen: string[] = []
      const gone = new Set<string>()
      let cursor: string | undefined
      for (let turn = 0; turn < 60; turn += 1) {
        const next = await ask(cursor)
        seen.push(...next.items.filter(({ isPublic }) => !isPublic).map(({ id }) => id))
        cursor = next.cursor
        if (cursor === undefined) break
        const disturbance = disturbances[turn]
        if (disturbance === true) await putApp(api, `new-${turn}`, 'alpha new', { workspaceId: roaming.id })
        const victim = ids[turn]
        if (disturbance === false && victim !== undefined) {
          await api.platform.database.updateTable('apps').set({ archived_at: new Date() }).where('id', '=', victim).execute()
          gone.add(victim)
        }
      }
      expect(seen.length, 'nothing twice').toBe(new Set(seen).size)
      const survivors = all.map(({ id }) => id).filter((id) => !gone.has(id))
      expect(survivors.filter((id) => !seen.includes(id)), 'nothing skipped').toEqual([])
    }),
    { numRuns: 25 },
  )
})
