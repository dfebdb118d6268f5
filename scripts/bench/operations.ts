import { z } from 'zod'
import { startDatabaseFloor, type Statement } from './database-floor'
import { figure, type Figure } from './figure'
import { floorOf } from './floor'
import { inTurns, medianOf, type Load } from './load'
import { catalogOf, newWorkspace, startServer, type BenchServer, type DatabaseKind } from './server'

const apps = 100_000
const kinds = ['PostgreSQL', 'embedded'] as const satisfies readonly DatabaseKind[]

interface Goals {
  perSecond?: number
  /** The statement of the same-database floor. */
  share?: number
}

interface Measured {
  load: Load
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

/** Measures an operation and its floors in turns, with 50 connections on one database. */
async function measureOn(kind: DatabaseKind, measure: Measure): Promise<Figure[]> {
  const source = await catalogOf(apps, kind)
  const server = await startServer(source)
  const { load, statement } = await measure.prepare(server)
  // An embedded database has one process: the floor works on a copy of the catalog.
  const floorSource = kind === 'embedded' ? await catalogOf(apps, kind) : source
  const floor = await startDatabaseFloor(floorSource, statement)
  try {
    const outcomes = await inTurns([
      { ...load, pid: server.process.pid },
      { url: floor.url, pid: floor.pid },
    ])
    const perSecond = (index: number) => medianOf(outcomes, (round) => round[index]?.perSecond ?? 0)
    const { share, perSecond: rate } = measure.goals[kind]
    const figures = [
      figure(`${measure.name}, ${kind}: per second`, perSecond(0), goal(rate)),
      figure(
        '… of the same-database floor',
        medianOf(outcomes, ([ours, other]) => (ours?.perSecond ?? 0) / (other?.perSecond ?? 0)),
        { ...goal(share), digits: 2 },
      ),
      figure(
        '… p99',
        medianOf(outcomes, ([ours]) => ours?.p99 ?? 0),
        { unit: 'ms' },
      ),
      figure(
        '… processor time per request',
        medianOf(outcomes, ([ours]) => ours?.cpu ?? 0),
        {
          unit: 'ms',
          digits: 2,
        },
      ),
      figure('… the floor, per second', perSecond(1), {}),
      figure(
        '… its processor time per request',
        medianOf(outcomes, ([, its]) => its?.cpu ?? 0),
        {
          unit: 'ms',
          digits: 2,
        },
      ),
    ]
    if (measure.withNodeFloor !== true) return figures
    const alone = await floorOf({ ...load, seconds: 3 })
    return [...figures, figure('… Node alone, per second', alone.perSecond, {})]
  } finally {
    floor.close()
    await server.close()
  }
}

async function measureOnBoth(measure: Measure): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const kind of kinds) figures.push(...(await measureOn(kind, measure)))
  return figures
}

/** Reads one app by its key. */
export const getOne = (): Promise<Figure[]> =>
  measureOnBoth({
    name: 'get one by key',
    goals: { PostgreSQL: { share: 0.3 }, embedded: { perSecond: 3000 } },
    withNodeFloor: true,
    async prepare(server) {
      const { token } = await newWorkspace(server)
      return {
        load: { url: `${server.origin}/api/external-apps/salesforce`, token },
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
      return {
        load: { url: `${server.origin}/api/universe/apps?limit=100&cursor=${cursor}`, token },
        statement: {
          text: `select id, key, name, uuid, is_read_only, workspace_id from apps
            where workspace_id is null and archived_at is null and (search_name, id) > ($1, $2)
            order by search_name, id limit 101`,
          parameters: [[last?.name.toLowerCase(), last?.id]],
        },
      }
    },
  })

let value = 0
const changedLimit = () => ({ parallelFlowRuns: { unit: 'number', value: (value += 1) } })

function patchOf(workspaces: number, name: string, goals: Measure['goals']): Measure {
  return {
    name,
    goals,
    async prepare(server) {
      const made = []
      for (let count = 0; count < workspaces; count += 1) made.push(await newWorkspace(server))
      const targets = made.map(({ id, token }) => ({
        url: `${server.origin}/api/org-workspaces/${id}`,
        token,
      }))
      return {
        load: {
          url: '',
          targets,
          method: 'PATCH',
          body: () => ({ limits: changedLimit() }),
        },
        statement: {
          text: `update workspaces set limits = limits || $2::jsonb, revision = revision + 1
            where id = $1 returning *`,
          parameters: made.map(({ id }) => [id, JSON.stringify(changedLimit())]),
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
