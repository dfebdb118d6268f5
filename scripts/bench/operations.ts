import { z } from 'zod'
import { startDatabaseFloor, type DatabaseFloor, type Statement } from './database-floor'
import { figure, medianOf, type Figure } from './figure'
import { floorOf } from './floor'
import { limitChanges } from './limit-changes'
import { inTurns, type Load, type Outcome } from './load'
import {
  catalogOf,
  newWorkspace,
  onBothDatabases,
  startServer,
  type BenchServer,
  type DatabaseKind,
} from './server'

const apps = 100_000

interface Goals {
  perSecond?: number
  /** Of what the same-database floor does. */
  share?: number
}

interface Measured {
  load: Load
  /** The statement of the same-database floor. */
  statement: Statement
}

interface Measure {
  name: string
  goals: Readonly<Record<DatabaseKind, Goals>>
  /** Prepares the workspaces for the load. */
  prepare: (server: BenchServer) => Promise<Measured>
  /** Whether to compare with Node's bare HTTP server too. */
  withNodeFloor?: boolean
}

const goal = (atLeast: number | undefined) => (atLeast === undefined ? {} : { atLeast })

/** @param outcomes of the server and of its same-database floor, in each round */
function figuresOf(what: string, goals: Goals, outcomes: readonly Outcome[][]): Figure[] {
  const ours = (value: keyof Outcome) => medianOf(outcomes, ([server]) => server?.[value] ?? 0)
  const floor = (value: keyof Outcome) => medianOf(outcomes, ([, its]) => its?.[value] ?? 0)
  const share = medianOf(
    outcomes,
    ([server, its]) => (server?.perSecond ?? 0) / (its?.perSecond ?? 0),
  )
  const milliseconds = { unit: 'ms', digits: 2 }
  return [
    figure(`${what}: per second`, ours('perSecond'), goal(goals.perSecond)),
    figure('… of the same-database floor', share, { ...goal(goals.share), digits: 2 }),
    figure('… p99', ours('p99'), { unit: 'ms' }),
    figure('… processor time per request', ours('cpu'), milliseconds),
    figure('… the floor, per second', floor('perSecond'), {}),
    figure('… its processor time per request', floor('cpu'), milliseconds),
  ]
}

/** An embedded database has one process: its floor works on another catalog, prepared alike. */
async function embeddedFloor(measure: Measure): Promise<DatabaseFloor> {
  const source = await catalogOf(apps, 'embedded')
  const server = await startServer(source)
  const { statement } = await measure.prepare(server)
  await server.close()
  return startDatabaseFloor(source, statement)
}

/** Measures an operation and its floors in turns, with 50 connections on one database. */
async function measureOn(kind: DatabaseKind, measure: Measure): Promise<Figure[]> {
  const source = await catalogOf(apps, kind)
  const server = await startServer(source)
  const { load, statement } = await measure.prepare(server)
  const floor =
    kind === 'embedded' ? await embeddedFloor(measure) : await startDatabaseFloor(source, statement)
  try {
    const outcomes = await inTurns([
      { ...load, pid: server.process.pid },
      { targets: [{ url: floor.url }], pid: floor.pid },
    ])
    const figures = figuresOf(`${measure.name}, ${kind}`, measure.goals[kind], outcomes)
    const [target] = load.targets
    if (measure.withNodeFloor !== true || target === undefined) return figures
    const alone = await floorOf(target)
    return [...figures, figure('… Node alone, per second', alone.perSecond, {})]
  } finally {
    floor.close()
    await server.close()
  }
}

const measureOnBoth = (measure: Measure): Promise<Figure[]> =>
  onBothDatabases((kind) => measureOn(kind, measure))

/** Reads one app by its key. */
export const getOne = (): Promise<Figure[]> =>
  measureOnBoth({
    name: 'get one by key',
    goals: { PostgreSQL: { share: 0.3 }, embedded: { perSecond: 3000 } },
    withNodeFloor: true,
    async prepare(server) {
      const { token } = await newWorkspace(server)
      return {
        load: { targets: [{ url: `${server.origin}/api/external-apps/salesforce`, token }] },
        statement: {
          text: 'select * from apps where key = $1 and workspace_id is null',
          parameters: [['salesforce']],
        },
      }
    },
  })

/** Reads a page of 100 apps from the middle of a list. */
export const list = (): Promise<Figure[]> =>
  measureOnBoth({
    name: 'list 100 of 100,000 by cursor',
    goals: { PostgreSQL: { share: 0.8 }, embedded: { perSecond: 1200 } },
    withNodeFloor: true,
    async prepare(server) {
      const { token } = await newWorkspace(server)
      const { cursor, items } = z
        .object({
          cursor: z.string(),
          items: z.array(z.object({ id: z.string(), name: z.string() })),
        })
        .parse(await server.ask('GET', '/universe/apps?limit=1000', token))
      const last = items.at(-1)
      const url = `${server.origin}/api/universe/apps?limit=100&cursor=${cursor}`
      return {
        load: { targets: [{ url, token }] },
        statement: {
          text: `select id, key, name, uuid, is_read_only, workspace_id from apps
            where workspace_id is null and archived_at is null and (search_name, id) > ($1, $2)
            order by search_name, id limit 101`,
          parameters: [[last?.name.toLowerCase(), last?.id]],
        },
      }
    },
  })

function patchOf(workspaces: number, name: string, goals: Measure['goals']): Measure {
  return {
    name,
    goals,
    async prepare(server) {
      const made = []
      for (let count = 0; count < workspaces; count += 1) made.push(await newWorkspace(server))
      const nextChange = limitChanges()
      const targets = made.map(({ id, token }) => ({
        url: `${server.origin}/api/org-workspaces/${id}`,
        token,
      }))
      return {
        load: { targets, method: 'PATCH', body: nextChange },
        statement: {
          text: `update workspaces set limits = limits || $2::jsonb, revision = revision + 1
            where id = $1 returning *`,
          parameters: made.map(({ id }) => [id, JSON.stringify(nextChange().limits)]),
        },
      }
    },
  }
}

/** Changes one limit repeatedly: validated, audited and durable. */
export async function patchLimit(): Promise<Figure[]> {
  return [
    ...(await measureOnBoth(
      patchOf(50, 'change one limit, of 50 workspaces', {
        PostgreSQL: { perSecond: 1000 },
        embedded: { perSecond: 1000 },
      }),
    )),
    ...(await measureOnBoth(
      patchOf(1, 'change one limit, of one workspace', {
        PostgreSQL: { share: 0.4 },
        embedded: { share: 0.4 },
      }),
    )),
  ]
}
