import { dequal } from 'dequal'
import { z } from 'zod'
import type { Issue } from '@/contract/errors'
import { toIssues } from '@/contract/issues'
import type { Operation } from '@/contract/operation'
import { operations, type OperationId } from '@/contract/operations'
import { findInvalidText } from '@/server/core/invalid-text'
import type { Signer } from '@/server/core/secrets/signer'
import { invalidRequest, unknownCursor } from '@/server/core/service-error'
import type { Requests } from './operation-kinds'
import { parseBody } from './request-body'

const noParameters = z.strictObject({})

/** What `URLSearchParams` makes of bytes that are not UTF-8; and how it is sent itself. */
const [replacement, sentReplacement] = ['\ufffd', /%EF%BF%BD/i]

/**
 * Reads the query as an object. Reports repeated parameters instead of choosing one, and those in
 * another encoding instead of finding nothing.
 */
function readQuery(search: string, issues: Issue[]): Record<string, string> {
  const query = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(search)) {
    if (query.has(name))
      issues.push({ path: ['query', name], message: 'Send this parameter once', code: 'repeated' })
    if (value.includes(replacement) && !sentReplacement.test(search))
      issues.push({ path: ['query', name], message: 'Not UTF-8', code: 'unstorable' })
    query.set(name, value)
  }
  return Object.fromEntries(query)
}

/** Replaces a signed cursor in the query with its payload. */
function openCursor(query: Record<string, string>, cursors: Signer, issues: Issue[]): void {
  const { cursor } = query
  if (cursor === undefined || cursor === '') return
  const opened = cursors.open(cursor)
  if (opened === undefined) issues.push(unknownCursor)
  else query['cursor'] = opened
}

const placeOf = ({ path }: Issue) => JSON.stringify(path)

/** A request with its body, already read. */
export interface Received {
  request: Request
  params: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

/**
 * Validates path, query and body of a request against the schemas of its operation, and reports the
 * issues of all three at once.
 * @throws invalid_request, unsupported_media_type
 */
export function readRequest<Id extends OperationId>(
  id: Id,
  received: Received,
  cursors: Signer,
): Requests[Id]
export function readRequest(
  id: OperationId,
  { request, params: rawParams, body: bytes }: Received,
  cursors: Signer,
): object {
  const operation: Operation = operations[id]
  const issues: Issue[] = []

  function read(
    part: 'path' | 'query' | 'body',
    schema: Operation['body'],
    value: unknown,
  ): unknown {
    if (schema === undefined) return undefined
    const result = schema.safeParse(value)
    if (result.success) return result.data
    // What cannot be stored has its issue already.
    const known = new Set(issues.map(placeOf))
    const found = toIssues(result.error, [part])
    issues.push(...found.filter((issue) => !known.has(placeOf(issue))))
    return undefined
  }

  const start = request.url.indexOf('?')
  const search = start === -1 ? '' : request.url.slice(start)
  const rawQuery = readQuery(search, issues)
  issues.push(...findInvalidText(rawParams, ['path']), ...findInvalidText(rawQuery, ['query']))
  if (operation.query?.shape['cursor'] !== undefined) openCursor(rawQuery, cursors, issues)
  const params = read('path', operation.params, rawParams)
  const query = read('query', operation.query ?? noParameters, rawQuery)

  const bodyIssues: Issue[] = []
  const memberLength = operation.largeBody === true ? Infinity : undefined
  const sent = parseBody(bytes, request.headers, bodyIssues, memberLength)
  issues.push(...bodyIssues)
  if (operation.body === undefined && sent !== undefined && !dequal(sent, {})) {
    issues.push({
      path: ['body'],
      message: 'This operation takes no body',
      code: 'unrecognized_keys',
    })
  }
  const isMissing = sent === undefined && bodyIssues.length === 0
  if (operation.body !== undefined && isMissing && operation.bodyOptional === undefined) {
    issues.push({ path: ['body'], message: 'This operation needs a body', code: 'missing' })
  }
  const hasBody = sent !== undefined || operation.bodyOptional === true
  const body = hasBody ? read('body', operation.body, sent === undefined ? {} : sent) : undefined

  if (issues.length > 0) throw invalidRequest(issues)
  return { params, query, body }
}
