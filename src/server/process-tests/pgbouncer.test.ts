import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseServer } from '@/server/testing/database-server'
import { pgBouncerProgram, startPgBouncer, type PgBouncer } from '@/server/testing/pgbouncer'
import {
  addressOf,
  demoAdmin,
  serverProcesses,
  type ServerProcesses,
} from '@/server/testing/processes'
import { createServerDatabase, type ServerDatabase } from '@/server/testing/server-database'

describe.skipIf(databaseServer === undefined || pgBouncerProgram() === undefined)(
  'behind PgBouncer in transaction mode (needs PgBouncer)',
  () => {
    let database: ServerDatabase
    let pgBouncer: PgBouncer
    let processes: ServerProcesses
    beforeAll(async () => {
      database = await createServerDatabase(databaseServer ?? '')
      pgBouncer = await startPgBouncer(database.address.href)
      processes = await serverProcesses()
    })
    afterAll(async () => {
      await processes.close()
      await pgBouncer.close()
      await database.drop()
    })

    test(
      'two servers start on an empty database at once, read and write',
      { timeout: 120_000 },
      async () => {
        const environment = {
          DATABASE_URL: pgBouncer.address,
          MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
        }
        const [first = '', second = ''] = await Promise.all(
          [1, 2].map(() => addressOf(processes.start(environment))),
        )
        const { token } = await demoAdmin(first)
        const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
        const names = Array.from({ length: 20 }, (_, count) => `Through the pooler ${count}`)
        const created = await Promise.all(
          names.map((name, count) =>
            fetch(`${count % 2 === 0 ? first : second}/connectors`, {
              method: 'POST',
              headers: { ...headers, 'Idempotency-Key': name },
              body: JSON.stringify({ name }),
            }),
          ),
        )
        const refused = created.filter(({ ok }) => !ok)
        expect(await Promise.all(refused.map((response) => response.text()))).toEqual([])
        const listed = await fetch(`${second}/connectors?search=pooler&limit=100`, { headers })
        const { items } = z
          .object({ items: z.array(z.object({ name: z.string() })) })
          .parse(await listed.json())
        expect(items.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
        expect((await fetch(`${first}/ready`)).status).toBe(200)
      },
    )
  },
)
