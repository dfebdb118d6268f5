import fc from 'fast-check'
import { sql, type SqlBool } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { appSchema, appSortMembers, type AppDetails } from '@/contract/apps'
import { operations } from '@/contract/operations'
import { indexTerms } from '@/server/search/terms'
import { adminToken, tokenOf } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { workspacePerFile } from '@/server/testing/workspace-per-file'
import { appSearch } from './search-index'

const { api, workspace, token } = await workspacePerFile('Search')

const pageSchema = z.object({
  items: z.array(appSchema.strict()),
  cursor: z.string().optional(),
  total: z.number().optional(),
})

async function page(path: string) {
  const { status, body } = await api.request('GET', path, { token })
  expect(status, JSON.stringify(body)).toBe(200)
  return pageSchema.parse(body)
}
const keys = async (path: string) => (await page(path)).items.map(({ key }) => key)

beforeAll(async () => {
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

test('best match first: exact key, prefix, word, substring', async () => {
  expect(await keys('/universe/apps?search=hub')).toEqual([
    'hub',
    'hubspot',
    'hubstaff',
    'docker-hub',
    'github',
  ])
})

test('a page with large logos has fewer apps, and the next has the others', async () => {
  const large = await api.newWorkspace('Logos')
  const its = await adminToken(large)
  const ids: string[] = []
  for (let count = 10; count < 52; count += 1)
    ids.push(await putApp(api, `logo-${count}`, `Logo ${count}`, { workspaceId: large.id }))
  const logo = `data:image/png;base64,`.padEnd(200_000, 'A')
  const small = 'https://cdn.example.com/logo.svg'
  const setLogo = (apps: readonly string[], uri: string) =>
    api.dependencies.database
      .updateTable('apps')
      .set({ logo_uri: uri })
      .where('id', 'in', apps)
      .execute()
  await setLogo(ids.slice(0, 1), small)
  await setLogo(ids.slice(1), logo)
  const read = async (query: string) => {
    const path = `/external-apps/search?scope=workspace${query}`
    const { body } = await api.request('GET', path, { token: its })
    return operations.searchApps.response.parse(body)
  }
  for (const search of ['', '&search=logo']) {
    const first = await read(search)
    const second = await read(`${search}&cursor=${first.cursor}`)
    expect([first.items.length, second.items.length, second.cursor]).toEqual([41, 1, undefined])
    expect([first.total, second.total]).toEqual([42, 42])
    const items = [...first.items, ...second.items]
    expect(items.map(({ id }) => id)).toEqual(ids)
    const shown = new Set(items.slice(1).map(({ logoUri }) => logoUri))
    expect([items[0]?.logoUri, ...shown]).toEqual([small, logo])
  }
})

test.each([
  ['hubspto', 'hubspot'],
  ['hubpot', 'hubspot'],
  ['hubbspot', 'hubspot'],
  ['hubspit', 'hubspot'],
  ['slcak', 'slack'],
  ['slakc', 'slack'],
  ['lsack', 'slack'],
])('a near miss is found: %s', async (search, key) =>
  expect(await keys(`/universe/apps?search=${search}`)).toContain(key),
)

test('near misses are listed by closeness to the whole name or key, on every page', async () => {
  const closest = ['salesforce', 'crm', 'salesforce-pardot', 'salesforce-marketing', 'sf-backup']
  for (const [key, name] of [
    ['sf-backup', 'Nightly Backup of All Salesforce Data'],
    ['salesforce-marketing', 'Salesforce Marketing Cloud'],
    ['salesforce-pardot', 'Salesforce Pardot'],
    ['crm', 'Salesforces'],
    ['salesforce', 'Salesforce'],
  ] as const)
    await putApp(api, key, name)
  expect(await keys('/universe/apps?search=salesforse')).toEqual(closest)

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const next = await page(
      `/universe/apps?search=salesforse&limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    )
    expect(next.total).toBe(closest.length)
    seen.push(...next.items.map(({ key }) => key))
    cursor = next.cursor
    // Existing apps keep their order while others are created and archived.
    await putApp(api, `salesforse-${seen.length}`, `Salesforca ${seen.length}`)
  } while (cursor !== undefined && seen.length < 20)
  expect(seen.filter((key) => closest.includes(key))).toEqual(closest)
  await api.dependencies.database
    .deleteFrom('apps')
    .where('search_name', 'like', '%salesforc%')
    .execute()
})

/** The text with a letter missing, wrong or added, or with two letters swapped. */
const slipsOf = (text: string) =>
  Array.from(text).flatMap((letter, index) => {
    const [before, after] = [text.slice(0, index), text.slice(index + 1)]
    return [
      `${before}${after}`,
      `${before}9${after}`,
      `${before}9${letter}${after}`,
      ...(after === '' ? [] : [`${before}${after.slice(0, 1)}${letter}${after.slice(1)}`]),
    ]
  })

test('every single typo in a word of any length is tolerated', { timeout: 60_000 }, async () => {
  for (const word of ['zorq', 'vexil', 'jumbly', 'quixote', 'wyvernix', 'oxymoronic']) {
    await putApp(api, `typed-${word}`, `${word} app`)
    // The word is too short to correct a typo in it.
    for (const slip of slipsOf(word).filter(({ length }) => length >= 4))
      expect(await keys(`/universe/apps?search=${slip}`), `${slip} for ${word}`).toContain(
        `typed-${word}`,
      )
  }
  await api.dependencies.database.deleteFrom('apps').where('key', 'like', 'typed-%').execute()
})

test('every single typo in a text of several words is tolerated', async () => {
  const words = 'jumbly vexil'
  await putApp(api, 'several-words', `The ${words} app`)
  for (const slip of slipsOf(words).filter((text) => text.includes(' ')))
    expect(await keys(`/universe/apps?search=${slip}`), slip).toEqual(['several-words'])
  await api.dependencies.database.deleteFrom('apps').where('key', '=', 'several-words').execute()
})

test('two words written as one are found, and numbers are not corrected', async () => {
  expect(await keys('/universe/apps?search=cafeordering')).toEqual(['cafe'])
  expect(await keys('/universe/apps?search=dockerhu')).toEqual(['docker-hub'])
  await putApp(api, 'years', 'Report 20191')
  expect(await keys('/universe/apps?search=20181')).toEqual([])
  await api.dependencies.database.deleteFrom('apps').where('key', '=', 'years').execute()
})

test('one or two letters find names, keys and words that begin with them', async () => {
  const named = [
    ['by-name', 'Vj Name'],
    ['vj-key', 'By Key'],
    ['by-later-word', 'Name Vj'],
    ['by-vj-later', 'Zebra Key'],
  ] as const
  for (const [key, name] of [...named, ['inside-avj', 'Avj'] as const]) await putApp(api, key, name)
  expect(await keys('/universe/apps?search=vj')).toEqual(named.map(([key]) => key))
  expect(await keys('/universe/apps?search=v')).toEqual(named.map(([key]) => key))
  const { database } = api.dependencies
  await database.deleteFrom('apps').where('search_key', 'like', '%vj%').execute()
  await database.deleteFrom('apps').where('search_name', 'like', '%vj%').execute()
})

/** More apps than near misses are sorted at once. */
const crowd = 5200
async function putCrowd(name: string): Promise<void> {
  const { database } = api.dependencies
  const now = new Date()
  await sql`
    insert into apps (id, uuid, key, name, search_name, search_key, created_at, updated_at)
    select gen_random_uuid(), 'crowd ' || number, 'crowd-' || number,
      ${name}::text || ' ' || number, lower(${name}::text) || ' ' || number, 'crowd-' || number,
      ${now}, ${now}
    from generate_series(1, ${crowd}::int) as number`.execute(database)
  await indexTerms(database, appSearch, sql<SqlBool>`key like 'crowd-%'`)
}
const deleteCrowd = () =>
  api.dependencies.database.deleteFrom('apps').where('key', 'like', 'crowd%').execute()

/** Lists the keys of all pages of a search, each of which has to say the total. */
async function listAll(search: string, total: number): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const after = cursor === undefined ? '' : `&cursor=${cursor}`
    const next = await page(`/universe/apps?search=${search}&limit=1000${after}`)
    expect(next.total).toBe(total)
    seen.push(...next.items.map(({ key }) => key))
    cursor = next.cursor
  } while (cursor !== undefined)
  expect(seen.length).toBe(total)
  expect(new Set(seen).size).toBe(total)
  return seen
}

test.each([
  ['Q Zy', 'q zx'],
  ['Quick Zy', 'quick zx'],
])(
  'of very many near misses of %s, the whole name comes first',
  { timeout: 60_000 },
  async (name, search) => {
    await putCrowd(name)
    await putApp(api, 'crowd-whole', name)
    expect((await listAll(search, crowd + 1))[0]).toBe('crowd-whole')
    await deleteCrowd()
  },
)

test(
  'of very many near misses each is listed once, after what matches',
  { timeout: 60_000 },
  async () => {
    await putCrowd('Zumpfler')
    await putApp(api, 'crowd', 'The Zumplfer')
    // Like it by its letters, but by none of its words.
    await putApp(api, 'crowd-apart', 'Zump Fer')
    // Put last, but the closest.
    await putApp(api, 'crowd-whole', 'Zumpfler')
    await putApp(api, 'zumpler', 'Crowd key')
    const seen = await listAll('zumplfer', crowd + 3)
    expect(seen[0]).toBe('crowd')
    expect(seen.slice(1, 3).toSorted()).toEqual(['crowd-whole', 'zumpler'])
    // After own apps, of which none is like it.
    expect(await keys('/external-apps?search=zumplfer&limit=3')).toEqual(seen.slice(0, 3))
    await deleteCrowd()
    await api.dependencies.database.deleteFrom('apps').where('key', '=', 'zumpler').execute()
  },
)

test.each([
  ['CAFE', ['cafe']],
  ['café', ['cafe']],
  ['  docker   hub ', ['docker-hub']],
  ['%', ['percent']],
  ['_', ['percent']],
  ['\\', []],
])(
  'case, accents and blanks do not matter, and nothing is a wildcard: %j',
  async (search, found) => {
    expect(await keys(`/universe/apps?search=${encodeURIComponent(search)}`)).toEqual(found)
  },
)

test('own apps come first, whatever matches better', async () => {
  expect((await keys('/external-apps?search=hub'))[0]).toBe('own-hub')
  expect(await keys('/universe/apps?search=zebra')).toEqual([])
})

test('a custom app takes precedence over the public one with the same key', async () => {
  const other = await api.newWorkspace('Shadow')
  await putApp(api, 'slack', 'Our Slack', { workspaceId: other.id })
  const { body } = await api.request('GET', '/external-apps?search=slack', {
    token: await tokenOf(other),
  })
  expect(pageSchema.parse(body).items.map(({ name, isPublic }) => [name, isPublic])).toEqual([
    ['Our Slack', false],
  ])
})

test('filters: category, archived, and the total of the catalog', async () => {
  expect(await keys('/universe/apps?category=Communication')).toEqual(['slack'])
  expect(await keys('/universe/apps?search=gone')).toEqual([])
  expect(await keys('/universe/apps?search=gone&includeArchived=true')).toEqual(['gone'])
  expect((await page('/universe/apps?limit=2')).total).toBe(8)
  expect((await page('/external-apps?limit=2')).total).toBeUndefined()
})

test('accents alone are a text that no app has, and not no text', async () => {
  for (const accents of ['´', '^', ' ¨ ', '\u0301'])
    expect(await keys(`/universe/apps?search=${encodeURIComponent(accents)}`)).toEqual([])
  expect(await keys('/universe/apps?search=%20')).toHaveLength(8)
})

test('archived apps of the workspace are searched only on request', async () => {
  const own = await api.newWorkspace('Archived')
  const ownToken = await adminToken(own)
  await putApp(api, 'shelved', 'Shelved', { workspaceId: own.id, archived: true })
  await putApp(api, 'active', 'Active', { workspaceId: own.id })
  const found = async (path: string) => {
    const { body } = await api.request('GET', `/external-apps${path}`, { token: ownToken })
    return z.object({ items: z.array(z.object({ key: z.string() })) }).parse(body).items
  }
  const search = '?search=shelved'
  expect([await found(search), await found(`${search}&includeArchived=true`)]).toEqual([
    [],
    [{ key: 'shelved' }],
  ])
  const states = ['active', 'archived', 'both'].map((state) =>
    found(`/search?scope=workspace&state=${state}`),
  )
  expect(await Promise.all(states)).toEqual([
    [{ key: 'active' }],
    [{ key: 'shelved' }],
    [{ key: 'active' }, { key: 'shelved' }],
  ])
})

test('of the catalog, only a page of what a workspace has connected is its own', async () => {
  const stranger = await adminToken(await api.newWorkspace('Stranger'))
  const statusOfNext = async (path: string) => {
    const { cursor } = await page(path)
    return (await api.request('GET', `${path}&cursor=${cursor}`, { token: stranger })).status
  }
  expect(await statusOfNext('/universe/apps?limit=2')).toBe(200)
  expect(await statusOfNext('/universe/apps?limit=2&isConnected=false')).toBe(400)
})

test('near misses are listed with four matches, but not with five', async () => {
  await putApp(api, 'quandary', 'Quandery')
  for (const number of [1, 2, 3]) await putApp(api, `quandary-${number}`, `Quandary ${number}`)
  await putApp(api, 'misspelt', 'Quandory')
  const matches = ['quandary', 'quandary-1', 'quandary-2', 'quandary-3']
  expect(await keys('/universe/apps?search=quandary')).toEqual([...matches, 'misspelt'])
  await putApp(api, 'quandary-4', 'Quandary 4')
  expect(await keys('/universe/apps?search=quandary')).toEqual([...matches, 'quandary-4'])
  await api.dependencies.database
    .deleteFrom('apps')
    .where('search_name', 'like', 'quand%')
    .execute()
})

test('the categories of a scope are listed, once each', async () => {
  const own = await api.newWorkspace('Categories')
  const ownToken = await adminToken(own)
  await putApp(api, 'till', 'Till', { workspaceId: own.id, categories: ['Payments', 'Tills'] })
  await putApp(api, 'till-2', 'Till 2', { workspaceId: own.id, categories: ['Tills'] })
  const categories = async (query = '') =>
    z
      .object({ items: z.array(z.string()) })
      .parse(
        (await api.request('GET', `/external-apps/categories${query}`, { token: ownToken })).body,
      ).items
  expect(await categories('?scope=workspace')).toEqual(['Payments', 'Tills'])
  expect(await categories('?scope=public')).toContain('Communication')
  expect(await categories()).toEqual(expect.arrayContaining(['Communication', 'Tills']))
})

test('a workspace that does not use the catalog sees only its own apps', async () => {
  const alone = await api.newWorkspace('Alone')
  const aloneToken = await adminToken(alone)
  await putApp(api, 'mine', 'Mine', { workspaceId: alone.id })
  await api.request('PATCH', `/org-workspaces/${alone.id}`, {
    token: aloneToken,
    body: { settings: { useServiceUniverse: false } },
  })
  const found = async (path: string) => {
    const { body } = await api.request('GET', `/external-apps${path}`, { token: aloneToken })
    return z.object({ items: z.array(z.object({ key: z.string() })) }).parse(body).items
  }
  expect(await found('')).toMatchObject([{ key: 'mine' }])
  for (const search of ['', 'mine', 'mien'])
    expect(await found(`/search?scope=public&search=${search}`), search).toEqual([])
})

test('a cursor from other filters or another list, or a forged one, is refused', async () => {
  const { cursor } = await page('/universe/apps?limit=2&search=hub')
  for (const path of [
    `/universe/apps?limit=2&cursor=${cursor}`,
    `/universe/apps?search=slack&cursor=${cursor}`,
    `/external-apps?search=hub&cursor=${cursor}`,
    `/universe/apps?search=hub&cursor=${cursor?.slice(0, -4)}`,
  ]) {
    const { status, body } = await api.request('GET', path, { token })
    expect([status, JSON.stringify(body)], path).toEqual([400, expect.stringContaining('cursor')])
  }
  expect(
    (await page(`/universe/apps?limit=3&search=hub&cursor=${cursor}`)).items.map(({ key }) => key),
  ).toEqual(['hubstaff', 'docker-hub', 'github'])
})

test(
  'pages are of one order, however many match: over a thousand at first, fewer by the last page',
  { timeout: 60_000 },
  async () => {
    const many = await api.newWorkspace('Many')
    const manyToken = await adminToken(many)
    // In the order of names: beginnings of words within, then of names, so that the order of
    // matches is another.
    const name = (index: number) =>
      index % 3 === 0 ? `Bulk ${index}` : index % 3 === 1 ? `A bulk ${index}` : `Abulk ${index}`
    const ids: string[] = []
    for (let index = 0; index < 1200; index += 1)
      ids.push(await putApp(api, `item-${index}`, name(index), { workspaceId: many.id }))
    const ask = async (limit: number, cursor?: string) => {
      const after = cursor === undefined ? '' : `&cursor=${cursor}`
      const path = `/external-apps?search=bulk&limit=${limit}${after}`
      return pageSchema.parse((await api.request('GET', path, { token: manyToken })).body)
    }
    const first = await ask(1000)
    const rest = await ask(1000, first.cursor)
    const all = [...first.items, ...rest.items].map((item) => item.name)
    const ordered = (remainder: number) =>
      ids.flatMap((_, index) => (index % 3 === remainder ? [name(index)] : [])).toSorted()
    expect(all.map((one) => one.toLowerCase())).toEqual(
      [...ordered(0), ...ordered(1), ...ordered(2)].map((one) => one.toLowerCase()),
    )

    const { body } = await api.request('GET', '/external-apps', { token: manyToken })
    expect(pageSchema.parse(body).items, 'without a limit').toHaveLength(100)

    const begun = await ask(500)
    const gone = new Set(begun.items.slice(0, 400).map(({ id }) => id))
    await api.dependencies.database
      .updateTable('apps')
      .set({ archived_at: new Date() })
      .where('id', 'in', [...gone])
      .execute()
    const later = await ask(500, begun.cursor)
    const last = await ask(500, later.cursor)
    expect([...begun.items, ...later.items, ...last.items].map((item) => item.name)).toEqual(all)
    expect(last.cursor).toBeUndefined()
  },
)

test(
  'paging neither repeats nor skips apps that exist throughout',
  { timeout: 60_000 },
  async () => {
    const roaming = await api.newWorkspace('Paging')
    const roamingToken = await adminToken(roaming)
    const names = fc.array(
      fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'a', 'B', 'é', 'zz top', 'alpha beta'),
      { minLength: 1, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('', 'a', 'alpha'),
        fc.array(fc.boolean(), { maxLength: 6 }),
        async (chosen, limit, search, disturbances) => {
          await api.dependencies.database
            .deleteFrom('apps')
            .where('workspace_id', '=', roaming.id)
            .execute()
          const ids = await Promise.all(
            chosen.map((name, index) =>
              putApp(api, `${index}-${name.replaceAll(' ', '-')}`, name, {
                workspaceId: roaming.id,
              }),
            ),
          )
          const path = `/external-apps?limit=${limit}${search === '' ? '' : `&search=${search}`}`
          const ask = async (cursor: string | undefined) =>
            pageSchema.parse(
              (
                await api.request('GET', cursor === undefined ? path : `${path}&cursor=${cursor}`, {
                  token: roamingToken,
                })
              ).body,
            )
          const all = pageSchema
            .parse(
              (
                await api.request(
                  'GET',
                  `/external-apps?limit=1000${search === '' ? '' : `&search=${search}`}`,
                  { token: roamingToken },
                )
              ).body,
            )
            .items.filter(({ isPublic }) => !isPublic)

          const seen: string[] = []
          const gone = new Set<string>()
          let cursor: string | undefined
          for (let turn = 0; turn < 60; turn += 1) {
            const next = await ask(cursor)
            seen.push(...next.items.filter(({ isPublic }) => !isPublic).map(({ id }) => id))
            cursor = next.cursor
            if (cursor === undefined) break
            const disturbance = disturbances[turn]
            if (disturbance === true)
              await putApp(api, `new-${turn}`, 'alpha new', { workspaceId: roaming.id })
            const victim = ids[turn]
            if (disturbance === false && victim !== undefined) {
              await api.dependencies.database
                .updateTable('apps')
                .set({ archived_at: new Date() })
                .where('id', '=', victim)
                .execute()
              gone.add(victim)
            }
          }
          expect(seen.length, 'nothing twice').toBe(new Set(seen).size)
          const survivors = all.map(({ id }) => id).filter((id) => !gone.has(id))
          expect(
            survivors.filter((id) => !seen.includes(id)),
            'nothing skipped',
          ).toEqual([])
        },
      ),
      { numRuns: 25 },
    )
  },
)

test('apps are sorted by any of their members, page by page, those without it last', async () => {
  const own = await api.newWorkspace('Sorted')
  const as = await adminToken(own)
  const names = ['delta', 'Alpha', 'charlie', 'Bravo', 'Écho', 'alpha two']
  for (const [index, name] of names.entries())
    await putApp(api, `sorted-${5 - index}`, name, {
      workspaceId: own.id,
      categories: index % 2 === 0 ? [] : [`${index === 1 ? 'c' : 'C'}ategory ${index % 3}`],
      archived: index === 2,
    })
  /** Reads the list two by two. */
  async function sorted(sort: string, search = '') {
    const found: AppDetails[] = []
    let cursor: string | undefined
    do {
      const query = new URLSearchParams({ scope: 'workspace', state: 'both', limit: '2', sort })
      if (search !== '') query.set('search', search)
      if (cursor !== undefined) query.set('cursor', cursor)
      const { body } = await api.request('GET', `/external-apps/search?${query}`, { token: as })
      const { items, cursor: next, total } = operations.searchApps.response.parse(body)
      expect(total).toBe(search === '' ? names.length : 2)
      found.push(...items)
      cursor = next
    } while (cursor !== undefined)
    return found
  }
  const inOrder = ['Alpha', 'alpha two', 'Bravo', 'charlie', 'delta', 'Écho']
  expect((await sorted('name')).map(({ name }) => name)).toEqual(inOrder)
  expect((await sorted('-name')).map(({ name }) => name)).toEqual(inOrder.toReversed())
  expect((await sorted('-name', 'alpha')).map(({ name }) => name)).toEqual(['alpha two', 'Alpha'])
  expect((await sorted('key')).map(({ name }) => name)).toEqual(names.toReversed())
  expect((await sorted('archivedAt')).map(({ name }) => name)[0]).toBe('charlie')
  expect((await sorted('-archivedAt')).map(({ name }) => name)[0]).toBe('charlie')
  const byCategory = (await sorted('categories')).map(({ categories }) => categories[0])
  expect(byCategory).toEqual([
    'Category 0',
    'category 1',
    'Category 2',
    undefined,
    undefined,
    undefined,
  ])
  for (const member of appSortMembers)
    for (const sort of [member, `-${member}`] as const) {
      const rows = await sorted(sort)
      expect(new Set(rows.map(({ id }) => id)).size, sort).toBe(names.length)
      const values = rows.map((row) => row[member]).filter((value) => value !== undefined)
      if (member !== 'createdAt' && member !== 'updatedAt' && member !== 'id') continue
      const ascending = values.map(String).toSorted()
      expect(values.map(String), sort).toEqual(sort === member ? ascending : ascending.toReversed())
    }
})

test('the cursor of one order does not fit another, and other members are refused', async () => {
  const { body } = await api.request('GET', '/external-apps/search?sort=name&limit=1', { token })
  const first = operations.searchApps.response.parse(body)
  const statusOf = async (query: string) =>
    (await api.request('GET', `/external-apps/search?${query}`, { token })).status
  expect(await statusOf(`sort=-name&limit=1&cursor=${first.cursor}`)).toBe(400)
  expect(await statusOf(`limit=1&cursor=${first.cursor}`)).toBe(400)
  expect(await statusOf('sort=logoUri')).toBe(400)
})
