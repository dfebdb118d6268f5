import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tokenOf } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { resealSecrets } from './reseal-secrets'
import { secretBox } from './secret-box'

const key = (fill: number) => new Uint8Array(32).fill(fill)

const api = await apiPerFile()

test('every secret moves to the new master key while the server signs people in', async () => {
  const workspaces = [await api.newWorkspace('First'), await api.newWorkspace('Second')]
  const [first] = workspaces
  if (first === undefined) throw new Error('There is no workspace')
  const headers = { 'Idempotency-Key': 'rotation' }
  const token = await tokenOf(first, { isAdmin: true })
  const create = () =>
    api.request('POST', '/connectors', { token, headers, body: { name: 'Once' } })
  const created = await create()
  expect(created.status).toBe(200)

  const credentials = '{"accessToken":"of the app"}'
  const now = new Date()
  await api.dependencies.database
    .insertInto('connections')
    .values({
      id: '01a05bfb-7000-7000-8000-00000000c0de',
      workspace_id: first.id,
      name: 'Sealed',
      encrypted_credentials: await api.dependencies.secretBox.seal(credentials),
      search_name: 'sealed',
      search_key: '',
      created_at: now,
      updated_at: now,
    })
    .execute()

  // The test server seals under this key.
  const both = await secretBox(key(9), key(1))
  const [count] = await Promise.all([
    resealSecrets({ database: api.dependencies.database, secretBox: both }),
    ...workspaces.map(async (workspace) => {
      Object.assign(api.dependencies.secretBox, both)
      const admin = await tokenOf(workspace, { isAdmin: true })
      expect((await api.request('GET', '/connectors', { token: admin })).status).toBe(200)
    }),
  ])
  expect(count).toBe(4)

  const only = await secretBox(key(9))
  const { database } = api.dependencies
  expect(await resealSecrets({ database, secretBox: only })).toBe(0)
  Object.assign(api.dependencies.secretBox, only)
  expect((await create()).body).toEqual(created.body)
  const { encrypted_credentials: sealed } = await database
    .selectFrom('connections')
    .select('encrypted_credentials')
    .where('name', '=', 'Sealed')
    .executeTakeFirstOrThrow()
  expect(await only.open(sealed ?? '')).toBe(credentials)
  await expect(
    resealSecrets({ database, secretBox: await secretBox(key(3)) }),
    'a third key',
  ).rejects.toThrow('set MASTER_KEY_PREVIOUS to the key before')
})

test('every secret moves to the new master key, a batch at a time', async () => {
  const { database } = api.dependencies
  await api.newWorkspace('Copied')
  const originals = [
    ['workspaces', 'Copied'],
    ['connections', 'Sealed'],
  ] as const
  for (const [table, name] of originals)
    await sql`
      insert into ${sql.table(table)}
      select copy.*
      from ${sql.table(table)} as original, generate_series(1, 450) as number,
        jsonb_populate_record(original, jsonb_build_object(
          'id', gen_random_uuid(), 'key', 'copy-' || number)) as copy
      where original.name = ${name}`.execute(database)
  await sql`
    insert into idempotent_requests
    select copy.*
    from idempotent_requests as original, generate_series(1, 450) as number,
      jsonb_populate_record(original, jsonb_build_object('key', 'copy-' || number)) as copy
    where original.key = 'rotation'`.execute(database)
  let largestBatch = 0
  const observed = database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      largestBatch = Math.max(largestBatch, result.rows.length)
      return result
    },
  })
  const both = await secretBox(key(5), key(9))
  expect(await resealSecrets({ database: observed, secretBox: both })).toBeGreaterThan(1350)
  expect(largestBatch).toBe(200)
  const only = await secretBox(key(5))
  expect(await resealSecrets({ database, secretBox: only })).toBe(0)
  // The tests below encrypt again what is left.
  for (const table of ['workspaces', 'connections', 'idempotent_requests'])
    await sql`delete from ${sql.table(table)} where key like 'copy-%'`.execute(database)
})

test('a rotation that was interrupted is completed by repeating it', async () => {
  const { database } = api.dependencies
  const [both, only] = [await secretBox(key(6), key(5)), await secretBox(key(6))]
  let count = 0
  const seal = async (plain: string) => {
    count += 1
    if (count > 2) throw new Error('interrupted')
    return both.seal(plain)
  }
  const interrupted = resealSecrets({ database, secretBox: { ...both, seal } })
  await expect(interrupted).rejects.toThrow('interrupted')
  expect(await resealSecrets({ database, secretBox: both })).toBeGreaterThan(0)
  expect(await resealSecrets({ database, secretBox: only })).toBe(0)
})

test.each([
  ['workspaces', 'encrypted_secret'],
  ['workspaces', 'encrypted_webhook_secret'],
  ['connections', 'encrypted_credentials'],
  ['idempotent_requests', 'sealed_body'],
] as const)('of %s, %s that changes meanwhile is kept as it is', async (table, column) => {
  const { database } = api.dependencies
  const box = await secretBox(key(7), key(6))
  const [old, late] = [
    await (await secretBox(key(6))).seal('old'),
    await box.seal('written meanwhile'),
  ]
  const set = (secret: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${secret}`.execute(database)
  await resealSecrets({ database, secretBox: box })
  await set(old)
  const seal = async (plain: string) => {
    await set(late)
    return box.seal(plain)
  }
  await resealSecrets({ database, secretBox: { ...box, seal } })
  const { rows } = await sql<{ secret: string }>`
    select distinct ${sql.ref(column)} as secret from ${sql.table(table)}`.execute(database)
  expect(rows).toEqual([{ secret: late }])
})

test('a secret that becomes the previous one meanwhile moves to the new master key', async () => {
  const { database } = api.dependencies
  const [older, both, only] = [
    await secretBox(key(7)),
    await secretBox(key(8), key(7)),
    await secretBox(key(8)),
  ]
  Object.assign(api.dependencies.secretBox, older)
  const { id } = await api.newWorkspace('Rotated meanwhile')
  await resealSecrets({ database, secretBox: both })
  const old = await older.seal('old')
  const ofWorkspace = database.updateTable('workspaces').where('id', '=', id)
  await ofWorkspace.set({ encrypted_secret: old }).execute()
  let rotates = true
  const seal = async (plain: string) => {
    if (rotates) {
      rotates = false
      const previous = [{ encryptedSecret: old, until: '2100-01-01T00:00:00.000Z' }]
      const secret = await both.seal('new')
      await ofWorkspace
        .set({ encrypted_secret: secret, previous_secrets: JSON.stringify(previous) })
        .execute()
    }
    return both.seal(plain)
  }
  expect(await resealSecrets({ database, secretBox: { ...both, seal } })).toBe(1)
  const row = await database
    .selectFrom('workspaces')
    .select(['encrypted_secret', 'previous_secrets'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await only.open(row.encrypted_secret)).toBe('new')
  expect(await only.open(row.previous_secrets[0]?.encryptedSecret ?? '')).toBe('old')
})
