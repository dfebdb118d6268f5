import { parse, type ParseError } from 'jsonc-parser'
import type { Fault } from '../../contract/errors'
import { placeOf } from '../../contract/text-place'
import { invalidRequest, ServiceFault } from '../services/fault'

const maxDepth = 100

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const faults: ParseError[] = []
    parse(text, faults)
    const { line, column } = placeOf(text, faults[0]?.offset ?? text.length)
    throw invalidRequest([{ path: ['body'], message: `Not JSON: fault at line ${line}, column ${column}`, code: 'malformed_json' }])
  }
}

/** What JSON can say but a database cannot keep: NUL, half a surrogate pair, endless numbers and nesting. */
export function unstorableParts(value: unknown, root: readonly (string | number)[]): Fault[] {
  const faults: Fault[] = []
  const open: { value: unknown; path: readonly (string | number)[] }[] = [{ value, path: root }]
  const refuse = (path: readonly (string | number)[], message: string) => faults.push({ path: [...path], message, code: 'unstorable' })

  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: part, path } = next
    if (typeof part === 'string' && (part.includes('\0') || !part.isWellFormed())) refuse(path, 'Text with a NUL or a broken character cannot be stored')
    if (typeof part === 'number' && !Number.isFinite(part)) refuse(path, 'This number is too large')
    if (typeof part !== 'object' || part === null) continue
    if (path.length - root.length >= maxDepth) {
      refuse(path.slice(0, root.length + 1), `Nested deeper than ${maxDepth} levels`)
      continue
    }
    for (const [key, member] of Object.entries(part)) {
      if (key.includes('\0') || !key.isWellFormed()) refuse(path, 'A property name with a NUL or a broken character cannot be stored')
      else open.push({ value: member, path: [...path, Array.isArray(part) ? Number(key) : key] })
    }
  }
  return faults
}

/**
 * The JSON body of a request; undefined when it has none.
 * @throws unsupported_media_type, invalid_request
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength === 0) return undefined

  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
    throw new ServiceFault('unsupported_media_type', `Send the body as application/json, not as ${mediaType === '' ? 'something unnamed' : mediaType}`)
  }

  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidRequest([{ path: ['body'], message: 'Not UTF-8', code: 'malformed_json' }])
  }
  if (text.trim() === '') return undefined

  const value = parseJson(text)
  const faults = unstorableParts(value, ['body'])
  if (faults.length > 0) throw invalidRequest(faults)
  return value
}
