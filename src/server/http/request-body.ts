import { parse, visit, type ParseError } from 'jsonc-parser'
import { maxIssues, type Issue } from '@/contract/errors'
import { findRoundedNumbers } from '@/contract/rounded-numbers'
import { lineAndColumn } from '@/contract/text-place'
import { findInvalidText } from '@/server/core/invalid-text'
import { ServiceError } from '@/server/core/service-error'
import type { TurnRules } from '@/server/core/workspace-turns'
import { findRefusedJson } from './json-bounds'

/** The largest body in bytes, of operations that need a token and of those that need none. */
export const maxBodyBytes = { guarded: 10 * 1024 * 1024, open: 64 * 1024 } as const

/** Writes a size with its unit: `64 kB`, `10 MB`. */
export function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`
}

/** Smaller bodies take no turn: their connections take about as much memory. */
export const largeBodyBytes = 64 * 1024
const megabyte = 1024 * 1024

/**
 * Large bodies take several times their size while they are handled, and their own until they have
 * arrived. Without turns, one workspace could send enough of them to fill the memory of the server.
 */
export const largeBodyRules: TurnRules = {
  /** In megabytes. */
  atOnce: 40,
  busy: 'Too many large requests of this workspace are in progress: try again in a moment',
}

/** Waits until a large body of so many megabytes may be buffered. */
type OnLarge = (megabytes: number) => Promise<void>

const megabytesOf = (bytes: number) => Math.ceil(bytes / megabyte)

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError(
    'payload_too_large',
    `The body is larger than ${sizeText(maxBytes)}: send less at once`,
  )
}

/** Reads a body of unknown length, and stops as soon as it gets too large. */
async function readChunks(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  onLarge: OnLarge,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body) {
    const before = size
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    if (before <= largeBodyBytes && size > largeBodyBytes) await onLarge(megabytesOf(maxBytes))
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/**
 * Reads the bytes of a request's body; a GET has none. Call it only after authorization, so that
 * only authorized callers can make the server buffer a body.
 * @param onLarge is called for a large body
 * @throws payload_too_large, invalid_request if the client goes away, and what `onLarge` throws
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  onLarge: OnLarge,
): Promise<Uint8Array<ArrayBuffer>> {
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array()
  try {
    return await receive(request, maxBytes, onLarge)
  } catch (error) {
    if (error instanceof ServiceError || !request.signal.aborted) throw error
    // Not an error of the server. Nobody gets the response, but the log and the metrics count it.
    throw new ServiceError('invalid_request', 'The connection closed before the body was complete')
  }
}

async function receive(
  request: Request,
  maxBytes: number,
  onLarge: OnLarge,
): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get('Content-Length')
  if (length !== null && request.headers.get('Transfer-Encoding') === null) {
    // The HTTP parser enforces the length, and reading all at once is faster than chunk by chunk.
    if (Number(length) > maxBytes) throw tooLarge(maxBytes)
    if (Number(length) > largeBodyBytes) await onLarge(megabytesOf(Number(length)))
    return new Uint8Array(await request.arrayBuffer())
  }
  return request.body === null ? new Uint8Array() : readChunks(request.body, maxBytes, onLarge)
}

const malformed = (message: string): Issue => ({ path: ['body'], message, code: 'malformed_json' })

/** Parses a JSON text. Adds an issue and returns undefined if it can't, or must not. */
function parseJson(text: string, memberLength: number | undefined, issues: Issue[]): unknown {
  const refused = findRefusedJson(text, memberLength)
  if (refused !== undefined) {
    issues.push(refused)
    return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    const errors: ParseError[] = []
    parse(text, errors, { disallowComments: true })
    const { line, column } = lineAndColumn(text, errors[0]?.offset ?? text.length)
    issues.push(malformed(`Not JSON: error at line ${line}, column ${column}`))
    return undefined
  }
}

/** Finds the numbers that would be stored as others, which the parsed value no longer shows. */
function roundedNumbers(text: string): Issue[] {
  const rounded = findRoundedNumbers(text).slice(0, maxIssues)
  if (rounded.length === 0) return []
  const ends = new Map(rounded.map(({ offset, length, message }) => [offset + length, message]))
  const issues: Issue[] = []
  visit(text, {
    onLiteralValue(_value, offset, length, _line, _character, path) {
      const message = ends.get(offset + length)
      if (message !== undefined)
        issues.push({ path: ['body', ...path()], message, code: 'unstorable' })
    },
  })
  return issues
}

/**
 * Parses the JSON body of a request; undefined if it is empty or can't be parsed.
 * @param issues to which it adds those of the body, before any schema
 * @param memberLength the longest allowed member, in characters, if it differs from the usual one
 * @throws unsupported_media_type
 */
export function parseBody(
  bytes: Uint8Array,
  headers: Headers,
  issues: Issue[],
  memberLength?: number,
): unknown {
  if (bytes.byteLength === 0) return undefined

  const encoding = headers.get('Content-Encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity')
    throw new ServiceError(
      'unsupported_media_type',
      'Send the body without compression: ' +
        `Content-Encoding ${encoding.slice(0, 50)} is not accepted`,
    )
  const mediaType = headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
    throw new ServiceError(
      'unsupported_media_type',
      mediaType === ''
        ? 'Send the body with Content-Type: application/json'
        : `Send the body as application/json, not as ${mediaType}`,
    )
  }

  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    issues.push(malformed('Not UTF-8'))
    return undefined
  }
  if (text.trim() === '') return undefined

  const value = parseJson(text, memberLength, issues)
  if (value !== undefined) issues.push(...findInvalidText(value, ['body']), ...roundedNumbers(text))
  return value
}
