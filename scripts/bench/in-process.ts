import { setImmediate } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { PostgresPool } from 'kysely'
import type { Dependencies } from '@/server/core/context'
import { growCatalog } from '@/server/demo/grow-catalog'
import { managementApi } from '@/server/http/api'
import { createOrganization } from '@/server/services/organizations/create'
import { databaseOver } from '@/server/store/database'
import { migrate } from '@/server/store/migrate'
import type { EmbeddedDatabase } from '@/server/store/pglite-connection'
import { pglitePool } from '@/server/store/pglite-pool'
import type { PoolObserver } from '@/server/store/pool-observer'
import { testDependencies } from '@/server/testing/dependencies'
import { newWorkspace, type Asking } from './server'

const appsInCatalog = 10_000

interface Differing extends Pick<
  Parameters<typeof managementApi>[0],
  'observeRequest' | 'traceRequest'
> {
  dependencies?: Partial<Dependencies>
}

interface InProcess {
  dependencies: Dependencies
  /** The source of the database's connections. */
  pool: PostgresPool
  /** The API with these dependencies, some of them replaced. */
  api: (differing?: Differing) => ReturnType<typeof managementApi>
  token: string
  workspaceId: string
  close: () => Promise<void>
}

/** Runs the API in this process on an in-memory database, without sockets, to measure its parts. */
export async function inProcess(
  observer?: PoolObserver,
  embedded?: EmbeddedDatabase,
): Promise<InProcess> {
  const pglite = embedded ?? (await PGlite.create({ extensions: { pg_trgm } }))
  const pool = pglitePool(pglite, { observer, pause: () => setImmediate() })
  await migrate(pool)
  const database = databaseOver(pool)
  const clock = () => new Date()
  const log = {
    info: () => {},
    error: (facts: object, message: string) =>
      process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
  }
  const dependencies = await testDependencies({ database, clock, log })
  await createOrganization(dependencies)
  await growCatalog(dependencies, appsInCatalog)
  const api = ({ dependencies: differing, ...options }: Differing = {}) =>
    managementApi({
      ...options,
      dependencies: { ...dependencies, ...differing },
      extensions: true,
    })

  const whole = api()
  const asking: Asking = {
    operator: await dependencies.serverTokens.sign({ operator: true }, clock()),
    async ask(method, path, token, body) {
      const response = await whole.request(path, {
        method,
        headers: { Authorization: `Bearer ${token ?? ''}`, 'Content-Type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      if (!response.ok)
        throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
  }
  const { id, token } = await newWorkspace(asking)
  return {
    dependencies,
    pool,
    api,
    token,
    workspaceId: id,
    close: () => database.destroy(),
  }
}
