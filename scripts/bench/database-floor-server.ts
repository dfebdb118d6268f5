// The same-database floor in its own process; see database-floor.ts.
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { openDatabase } from '@/server/node/open-database'

const { source, statement } = z
  .object({
    source: z.object({ DATA_DIR: z.string(), DATABASE_URL: z.string().optional() }),
    statement: z.object({ text: z.string(), parameters: z.array(z.array(z.unknown())) }),
  })
  .parse(JSON.parse(await text(process.stdin)))

type Query = (parameters: unknown[]) => Promise<unknown[]>

async function embedded(): Promise<Query> {
  const log = { info: () => {}, error: () => {} }
  const { requests } = await openDatabase(
    { DATABASE_URL: undefined, DATA_DIR: source.DATA_DIR, EMBEDDED_FSYNC: true },
    { log },
  )
  return async (parameters) =>
    (await requests.executeQuery(CompiledQuery.raw(statement.text, parameters))).rows
}

function onServer(connectionString: string): Query {
  const pool = new pg.Pool({ connectionString, max: 16 })
  return async (values) =>
    (await pool.query({ name: 'essential', text: statement.text, values })).rows
}

const query = source.DATABASE_URL === undefined ? await embedded() : onServer(source.DATABASE_URL)
let turn = 0

async function respond(response: ServerResponse): Promise<void> {
  turn += 1
  const rows = await query(statement.parameters[turn % statement.parameters.length] ?? [])
  const body = JSON.stringify(rows)
  response
    // A statement that finds nothing is no floor.
    .writeHead(rows.length === 0 ? 404 : 200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body)
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => void respond(response))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null)
    process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
