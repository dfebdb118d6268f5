import { expect, test } from 'vitest'
import { adminToken, tokenOf } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { AuthCache, rowVersion, type Verified } from './auth-cache'

let now = Date.now()

const api = await apiPerFile({ clock: () => new Date(now) })

/** The result of verifying the token of an operator of this name. */
const verified = (name: string, validMilliseconds = 60_000): Verified => ({
  authenticated: { caller: { role: 'operator', name } },
  validMilliseconds,
})

/** Returns the name of the caller that a cache has for a token. */
async function nameIn(cache: AuthCache, token: string, verify: () => Promise<Verified>) {
  return (await cache.get(token, verify)).caller.name
}

const statusOf = async (token: string) =>
  (await api.request('GET', '/connectors', { token })).status

test('a change by a request applies to the next one, although its token is cached', async () => {
  const workspace = await api.newWorkspace('Changed')
  const token = await adminToken(workspace)
  const change = (body: unknown) =>
    api.request('PATCH', `/org-workspaces/${workspace.id}`, { token, body })
  const none = (value: number) => ({ limits: { apiRequestsPerHour: { unit: 'number', value } } })

  expect(await statusOf(token)).toBe(200)
  await change(none(0))
  expect(await statusOf(token)).toBe(429)
  await change(none(1000))
  expect(await statusOf(token)).toBe(200)
  await api.request('DELETE', `/org-workspaces/${workspace.id}`, { token })
  expect(await statusOf(token)).toBe(401)
})

test('changes made directly in the database apply within a second', async () => {
  const workspace = await api.newWorkspace('Archived elsewhere')
  const token = await adminToken(workspace)
  expect(await statusOf(token)).toBe(200)
  await api.dependencies.database
    .updateTable('workspaces')
    .set({ archived_at: new Date(now) })
    .where('id', '=', workspace.id)
    .execute()
  now += 1000
  expect(await statusOf(token)).toBe(401)
})

test('tokens of a workspace are not mixed up, nor refused ones with accepted ones', async () => {
  const workspace = await api.newWorkspace('Several')
  const token = await adminToken(workspace)
  const tenant = await tokenOf(workspace, { tenantKey: 'one' })
  const create = async (as: string) =>
    (await api.request('POST', '/connectors', { token: as, body: { name: 'New' } })).status
  expect([
    await statusOf(token),
    await statusOf(`${token}x`),
    await statusOf(tenant),
    await create(tenant),
    await create(token),
  ]).toEqual([200, 401, 200, 403, 200])
})

test('a refusal is not cached, and does not remove an entry verified in the meantime', async () => {
  const cache = new AuthCache(api.dependencies.database, () => new Date(now))
  const accept = (name: string) => async () => verified(name)
  const refuse = async () => {
    throw new Error('refused')
  }
  await expect(cache.get('token', refuse)).rejects.toThrow('refused')
  expect(await nameIn(cache, 'token', accept('Ada'))).toBe('Ada')
  expect(await nameIn(cache, 'token', refuse), 'cached').toBe('Ada')

  cache.clear()
  let refuseLate = () => {}
  const late = new Promise<never>((_settle, fail) => {
    refuseLate = () => fail(new Error('refused'))
  })
  const early = cache.get('token', () => late).catch((error: unknown) => error)
  cache.clear()
  expect(await nameIn(cache, 'token', accept('Bob'))).toBe('Bob')
  refuseLate()
  expect(await early).toEqual(new Error('refused'))
  expect(await nameIn(cache, 'token', accept('Eve')), 'still cached').toBe('Bob')
})

test('requests at the same time verify their token once, however long that takes', async () => {
  const { database } = api.dependencies
  const cache = new AuthCache(database, () => new Date(now))
  let verifications = 0
  let finish = () => {}
  const verifying = new Promise<void>((done) => void (finish = done))
  const seen = () =>
    nameIn(cache, 'token', async () => {
      verifications += 1
      await verifying
      return verified(String(verifications))
    })
  const requests = [seen(), seen(), seen()]
  // Lets the cache look at the database first, if it wants to.
  await database.selectFrom('workspaces').select('id').execute()
  finish()
  expect(await Promise.all(requests)).toEqual(['1', '1', '1'])
})

test('a look for changes ignores tokens whose verification takes longer', async () => {
  const cache = new AuthCache(api.dependencies.database, () => new Date(now))
  await cache.get('known', async () => verified('Ada'))
  let finish = () => {}
  const slow = nameIn(cache, 'slow', async () => {
    await new Promise<void>((done) => void (finish = done))
    return verified('Bob')
  })
  now += 1000
  expect(await nameIn(cache, 'known', async () => verified('Eve'))).toBe('Ada')
  finish()
  expect(await slow).toBe('Bob')
})

test('an entry expires with its token, or after a minute', async () => {
  const cache = new AuthCache(api.dependencies.database, () => new Date(now))
  let verifications = 0
  const seen = (validMilliseconds: number) =>
    nameIn(cache, `for ${validMilliseconds}`, async () =>
      verified(String((verifications += 1)), validMilliseconds),
    )
  expect([await seen(500), await seen(90_000)]).toEqual(['1', '2'])
  now += 499
  expect(await seen(500)).toBe('1')
  now += 1
  expect([await seen(500), await seen(90_000)]).toEqual(['3', '2'])
  now += 59_499
  expect(await seen(90_000)).toBe('2')
  now += 1
  expect(await seen(90_000)).toBe('4')
})

test('a token is verified again when its workspace has changed, and only then', async () => {
  const { database } = api.dependencies
  const { id } = await api.newWorkspace('Checked')
  const cache = new AuthCache(database, () => new Date(now))
  let verifications = 0
  const seen = async () => {
    const { version } = await database
      .selectFrom('workspaces')
      .select(rowVersion.as('version'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return nameIn(cache, 'token', async () => ({
      ...verified(String((verifications += 1))),
      workspace: { id, version },
    }))
  }
  expect(await seen()).toBe('1')
  now += 1000
  expect(await seen()).toBe('1')
  await database.updateTable('workspaces').set({ name: 'New' }).where('id', '=', id).execute()
  now += 1000
  expect(await seen()).toBe('2')
  cache.evict('01a05bfb-7000-7000-8000-000000000000')
  expect(await seen(), 'another workspace was written').toBe('2')
  cache.evict(id)
  expect(await seen()).toBe('3')
})
