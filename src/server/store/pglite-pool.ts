import { protocol, type PGlite } from '@electric-sql/pglite'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { getTypeParser } from 'pg-types'
import { secondsSince, type PoolObserver } from './pool-observer'
import { StatementNames } from './statement-names'

const { serialize } = protocol

/** Writes an element of an array literal. */
function arrayElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return arrayLiteral(value)
  return `"${(parameterText(value) ?? '').replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(arrayElement).join(',')}}`
}

/** Writes a parameter as PostgreSQL reads it, the same way as the driver for servers does. */
function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayLiteral(value)
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : JSON.stringify(value)
}

/** What is needed of PGlite. */
export type EmbeddedDatabase = Pick<PGlite, 'execProtocolRawStream' | 'close'>

interface Column {
  name: string
  parse: (text: string) => unknown
}

/** The types of the messages that are read; all others are skipped. */
const rowDescription = 'T'.charCodeAt(0)
const dataRow = 'D'.charCodeAt(0)
const commandComplete = 'C'.charCodeAt(0)
const parseComplete = '1'.charCodeAt(0)
const errorResponse = 'E'.charCodeAt(0)

const decoder = new TextDecoder()
/** Below this length, the decoder takes longer to call than to do its work. */
const shortText = 32

/** Reads the response to one statement. PGlite's own parser takes twice as long for many rows. */
class Response {
  readonly rows: unknown[] = []
  rowCount: number | undefined
  error: Error | undefined
  isParsed = false
  readonly #view: DataView

  /** @param columns the columns of a statement that was described before */
  constructor(
    private readonly bytes: Uint8Array,
    public columns: readonly Column[] = [],
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let start = 0
    while (start < bytes.length) {
      const end = start + 1 + this.#view.getInt32(start + 1)
      this.#read(start, end)
      start = end
    }
  }

  #read(start: number, end: number): void {
    const body = start + 5
    switch (this.bytes[start]) {
      case dataRow:
        this.rows.push(this.#row(body))
        break
      case rowDescription:
        this.columns = this.#describe(body)
        break
      case commandComplete: {
        const count = Number(
          this.#text(body, end - 1)
            .split(' ')
            .at(-1),
        )
        this.rowCount = Number.isNaN(count) ? undefined : count
        break
      }
      case parseComplete:
        this.isParsed = true
        break
      case errorResponse:
        new protocol.Parser().parse(this.bytes.slice(start, end), (message) => {
          if (message instanceof Error) this.error ??= message
        })
    }
  }

  #describe(body: number): Column[] {
    const columns: Column[] = []
    let start = body + 2
    for (let rest = this.#view.getInt16(body); rest > 0; rest -= 1) {
      const end = this.bytes.indexOf(0, start)
      const name = this.#text(start, end)
      // The table and the number of the column come between.
      columns.push({ name, parse: getTypeParser(this.#view.getInt32(end + 7), 'text') })
      start = end + 19
    }
    return columns
  }

  #row(body: number): Record<string, unknown> {
    const row: Record<string, unknown> = {}
    let start = body + 2
    for (const { name, parse } of this.columns) {
      const length = this.#view.getInt32(start)
      start += 4
      if (length === -1) {
        row[name] = null
      } else {
        row[name] = parse(this.#text(start, start + length))
        start += length
      }
    }
    return row
  }

  #text(start: number, end: number): string {
    if (end - start > shortText) return decoder.decode(this.bytes.subarray(start, end))
    let text = ''
    for (let index = start; index < end; index += 1) {
      const byte = this.bytes[index] ?? 0
      if (byte > 127) return decoder.decode(this.bytes.subarray(start, end))
      text += String.fromCharCode(byte)
    }
    return text
  }
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/**
 * The one connection to an embedded database. Speaks the protocol itself, which is two to three
 * times as fast as PGlite's own functions: all messages of a statement enter WebAssembly in one
 * call instead of five. Needs web standards only, so that it runs in browsers too.
 */
class Connection {
  readonly #names = new StatementNames()
  /** The columns of each prepared statement, by its name. */
  readonly #prepared = new Map<string, readonly Column[]>()

  constructor(private readonly pglite: EmbeddedDatabase) {}

  async query(text: string, parameters: readonly unknown[]): Promise<Response> {
    const name = this.#names.of(text)
    const isSimple = name === undefined && parameters.length === 0
    const parts: Uint8Array[] = []
    await this.pglite.execProtocolRawStream(
      isSimple ? serialize.query(text) : this.#extendedQuery(name, text, parameters),
      // Copied, since the database uses the memory again.
      { onRawData: (bytes) => parts.push(bytes.slice()) },
    )
    const known = name === undefined ? undefined : this.#prepared.get(name)
    const response = new Response(concatenate(parts), known)
    if (response.isParsed && name !== undefined) this.#prepared.set(name, response.columns)
    if (response.error !== undefined) {
      // The stack of the message leads into WebAssembly; that of the caller is of use.
      Error.captureStackTrace?.(response.error)
      throw response.error
    }
    return response
  }

  #extendedQuery(
    name: string | undefined,
    text: string,
    parameters: readonly unknown[],
  ): Uint8Array {
    const statement = name ?? ''
    const isPrepared = name !== undefined && this.#prepared.has(name)
    return concatenate([
      ...(isPrepared
        ? []
        : [
            serialize.parse({ name: statement, text }),
            serialize.describe({ type: 'S', name: statement }),
          ]),
      serialize.bind({ statement, values: parameters.map(parameterText) }),
      serialize.execute(),
      serialize.sync(),
    ])
  }
}

/**
 * Hands out the one connection that an embedded database has, to one user at a time, in the order
 * of asking. A transaction holds it until it ends, so nothing else may be waited for inside one.
 */
export function pglitePool(pglite: EmbeddedDatabase, observer?: PoolObserver): PostgresPool {
  const connection = new Connection(pglite)
  let released: Promise<void> = Promise.resolve()
  let isEnded = false

  function query<Row>(
    text: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(
    text: string | PostgresCursor<unknown>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<unknown>> | PostgresCursor<unknown> {
    if (typeof text !== 'string') throw new TypeError('The embedded database has no cursors')
    return run(text, parameters)
  }

  async function run(text: string, parameters: readonly unknown[]) {
    const since = performance.now()
    try {
      const { rows, rowCount } = await connection.query(text, parameters)
      observer?.statementEnded('ok', secondsSince(since))
      // Kysely reads the count of changed rows only after commands that change some.
      return { command: 'UPDATE' as const, rowCount: rowCount ?? rows.length, rows }
    } catch (error) {
      observer?.statementEnded('error', secondsSince(since))
      throw error
    }
  }

  return {
    async connect(): Promise<PostgresPoolClient> {
      if (isEnded) throw new Error('The pool of the embedded database has ended')
      const turn = released
      let next = () => {}
      released = new Promise((resolve) => (next = resolve))
      const since = performance.now()
      await turn
      observer?.connectionTaken(secondsSince(since))
      const release = () => {
        observer?.connectionReleased()
        next()
      }
      return { query, release }
    },
    async end() {
      isEnded = true
      await released
      await pglite.close()
    },
  }
}
