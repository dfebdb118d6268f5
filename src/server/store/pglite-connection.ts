import { protocol, type PGlite } from '@electric-sql/pglite'
import { concatBytes } from '@noble/hashes/utils.js'
import { getTypeParser } from 'pg-types'
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

export interface Statement {
  text: string
  parameters: readonly unknown[]
}

interface Named<Each extends Statement> {
  statement: Each
  /** What it is prepared under; undefined if it is not. */
  name: string | undefined
}

/** The types of the messages that are read; all others are skipped. */
const rowDescription = 'T'.charCodeAt(0)
const dataRow = 'D'.charCodeAt(0)
const commandComplete = 'C'.charCodeAt(0)
const parseComplete = '1'.charCodeAt(0)
const errorResponse = 'E'.charCodeAt(0)
const readyForQuery = 'Z'.charCodeAt(0)
/** The state that ends a response to a statement of a failed transaction. */
const failedTransaction = 'E'.charCodeAt(0)

const decoder = new TextDecoder()
/** Below this length, the decoder takes longer to call than to do its work. */
const shortText = 32

/** Reads the response to one statement. PGlite's own parser takes twice as long for many rows. */
export class StatementResponse {
  readonly rows: unknown[] = []
  rowCount: number | undefined
  error: Error | undefined
  isParsed = false
  /** Whether the transaction it ran in has failed, so that it can only be rolled back. */
  isInFailedTransaction = false
  /** Where the response to the next statement begins. */
  readonly end: number
  readonly #view: DataView

  /**
   * @param bytes the responses to several statements
   * @param start where this one begins
   * @param columns the columns of a statement that was described before
   */
  constructor(
    private readonly bytes: Uint8Array,
    start: number,
    public columns: readonly Column[] = [],
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let isRead = false
    while (!isRead) {
      if (start >= bytes.length) throw new Error('The embedded database did not respond')
      const end = start + 1 + this.#view.getInt32(start + 1)
      this.#read(start, end)
      isRead = bytes[start] === readyForQuery
      start = end
    }
    this.end = start
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
      case readyForQuery:
        this.isInFailedTransaction = this.bytes[body] === failedTransaction
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

/**
 * The one connection to an embedded database. Speaks the protocol itself, which is two to three
 * times as fast as PGlite's own functions: all messages of a statement, or of several, enter
 * WebAssembly in one call instead of five for each. Needs web standards only, so that it runs in
 * browsers too.
 */
export class PgliteConnection {
  readonly #names = new StatementNames()
  /** The columns of each prepared statement, by its name. */
  readonly #prepared = new Map<string, readonly Column[]>()
  /** Whether the open transaction has failed, so that it can only be rolled back. */
  isInFailedTransaction = false

  constructor(private readonly pglite: EmbeddedDatabase) {}

  /**
   * Runs statements one after the other, each in a transaction of its own unless one was begun.
   * @returns each with its response, which has the error if it failed; the others have run
   * @throws an error if the database itself failed
   */
  async run<Each extends Statement>(
    statements: readonly Each[],
  ): Promise<readonly (readonly [Each, StatementResponse])[]> {
    const named = this.#named(statements)
    const parts: Uint8Array[] = []
    await this.pglite.execProtocolRawStream(
      concatBytes(...named.flatMap((each) => this.#messages(each))),
      // Copied, since the database uses the memory again.
      { onRawData: (bytes) => parts.push(bytes.slice()) },
    )
    const bytes = concatBytes(...parts)
    let start = 0
    return named.map(({ statement, name }) => {
      const known = name === undefined ? undefined : this.#prepared.get(name)
      const response = new StatementResponse(bytes, start, known)
      start = response.end
      this.isInFailedTransaction = response.isInFailedTransaction
      if (response.isParsed && name !== undefined) this.#prepared.set(name, response.columns)
      return [statement, response]
    })
  }

  /** Names the statements to prepare. One that is prepared by another of them is left unnamed. */
  #named<Each extends Statement>(statements: readonly Each[]): readonly Named<Each>[] {
    const preparing = new Set<string>()
    return statements.map((statement) => {
      const name = this.#names.of(statement.text)
      if (name === undefined || preparing.has(name)) return { statement, name: undefined }
      if (!this.#prepared.has(name)) preparing.add(name)
      return { statement, name }
    })
  }

  #messages({ statement: { text, parameters }, name = '' }: Named<Statement>): Uint8Array[] {
    if (name === '' && parameters.length === 0) return [serialize.query(text)]
    return [
      ...(this.#prepared.has(name)
        ? []
        : [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]),
      serialize.bind({ statement: name, values: parameters.map(parameterText) }),
      serialize.execute(),
      serialize.sync(),
    ]
  }
}
