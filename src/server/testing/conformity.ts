import { dequal } from 'dequal'
import { z } from 'zod'
import { errorBodySchema } from '@/contract/errors'
import type { Operation } from '@/contract/operation'
import { operations } from '@/contract/operations'
import { errorsOf, headersOf, responseHeaders } from '@/server/http/openapi/responses'
import { operationIds } from '@/server/http/operation-kinds'
import { bySpecificity, pathPattern } from '@/server/http/route-paths'

interface Sent {
  method: string
  path: string
  /** Whether the server has the operations that the specification does not. */
  extensions: boolean
}

interface Received {
  status: number
  body: unknown
  headers: Headers
}

const candidates = operationIds.toSorted(bySpecificity).map((id) => {
  const operation: Operation = operations[id]
  return { id, operation, pattern: pathPattern(operation.path) }
})

/** Returns what is wrong with the body of a success. */
function issueOfSuccess({ response, stream }: Operation, body: unknown): string | undefined {
  // An export of nothing has no lines.
  if (stream === 'events' || (stream === 'lines' && body === undefined)) return undefined
  const schema = stream === 'lines' ? z.array(response) : response
  const parsed = schema.safeParse(body)
  if (!parsed.success) return z.prettifyError(parsed.error)
  return dequal(parsed.data, body) ? undefined : 'it has members that the contract does not name'
}

/** Returns what is wrong with the body of an error. */
function issueOfError(operation: Operation, body: unknown): string | undefined {
  const { key } = errorBodySchema.parse(body)
  return errorsOf(operation).some((declared) => declared === key)
    ? undefined
    : `the contract does not name the error ${key}`
}

/** Returns what is wrong with the headers of a response. */
function issueOfHeaders(operation: Operation, status: number, headers: Headers) {
  const documented = new Set<string>(headersOf(operation, status))
  const others = Object.keys(responseHeaders).filter(
    (name) => headers.has(name) && !documented.has(name),
  )
  return others.length === 0 ? undefined : `it has the undocumented header ${others.join(', ')}`
}

/** Throws if the response to a request is not one of those that the contract describes. */
export function expectConformity(
  { method, path, extensions }: Sent,
  { status, body, headers }: Received,
): void {
  const [pathname = ''] = path.split('?')
  const found = candidates.find(
    ({ operation, pattern }) => operation.method === method && pattern.test(pathname),
  )
  if (found === undefined) return
  const { operation } = found
  if (operation.extension === true && !extensions) return
  const issueOf = status < 300 ? issueOfSuccess : issueOfError
  const issue =
    issueOfHeaders(operation, status, headers) ??
    (status === 304 ? undefined : issueOf(operation, body))
  if (issue !== undefined)
    throw new Error(`The response ${status} of ${found.id} breaks the contract: ${issue}`)
}
