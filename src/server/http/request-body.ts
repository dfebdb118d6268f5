import { parse, type ParseError } from 'jsonc-parser'
import { placeOf } from '../../contract/text-place'
import { invalidRequest, ServiceFault } from '../services/fault'
import { unstorableParts } from '../services/unstorable-parts'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const faults: ParseError[] = []
    parse(text, faults)
    const { line, column } = placeOf(text, faults[0]?.offset ?? text.length)
    throw invalidRequest([
      {
        path: ['body'],
        message: `Not JSON: fault at line ${line}, column ${column}`,
        code: 'malformed_json',
      },
    ])
  }
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
    throw new ServiceFault(
      'unsupported_media_type',
      `Send the body as application/json, not as ${mediaType === '' ? 'something unnamed' : mediaType}`,
    )
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
