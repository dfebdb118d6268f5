import { z } from 'zod'
import { parseJson } from '@/console/browser/parse-json'
import { errorBodySchema, issuesDataSchema, type ErrorBody } from '@/contract/errors'
import { ApiError } from './api-error'

/** Drops the empty cursor that some engines send with the last page of a list. */
function withoutEmptyCursor(json: unknown): unknown {
  const isLastPage =
    typeof json === 'object' &&
    json !== null &&
    'items' in json &&
    'cursor' in json &&
    json.cursor === ''
  return isLastPage ? { ...json, cursor: undefined } : json
}

/** Removes the member at a path from a JSON value, if that member is null. */
function removeNull(json: unknown, path: readonly PropertyKey[]): void {
  let place = json
  for (const [index, name] of path.entries()) {
    if (typeof place !== 'object' || place === null) return
    const value: unknown = Reflect.get(place, name)
    const isMember = index === path.length - 1 && !Array.isArray(place)
    if (isMember && value === null) Reflect.deleteProperty(place, name)
    place = value
  }
}

/**
 * Reads the body of a response with the schema of its operation. Some engines send null for what is
 * not set: where the schema has no null, such a member counts as absent.
 */
export function readResponse<Schema extends z.ZodType>(
  schema: Schema,
  json: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const body = withoutEmptyCursor(json)
  const read = schema.safeParse(body)
  if (read.success) return read
  const copy = structuredClone(body)
  for (const { path } of read.error.issues) removeNull(copy, path)
  return schema.safeParse(copy)
}

/** Errors of other engines: with `error` as an object or a text, or problem details (RFC 9457). */
const otherErrors = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z.object({ title: z.string() }).transform(({ title }) => title),
])

/** Reads the body of an error, of which other engines may have only a message. */
function readError(json: unknown): ErrorBody | undefined {
  const body = readResponse(errorBodySchema, json).data
  if (body !== undefined) return body
  const message = otherErrors.safeParse(json).data
  return message === undefined ? undefined : { message }
}

/**
 * Reads the body of a response.
 * @throws ApiError if the connection is lost before its end
 */
export async function readText(response: Response): Promise<string> {
  return response.text().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'The response was cut off. Try again.')
  })
}

/** Reads the body of a response; undefined if it is not JSON. @throws ApiError */
export async function readJson(response: Response): Promise<unknown> {
  const text = await readText(response)
  // Some engines send nothing where the specification has `null`.
  return text === '' ? null : parseJson(text)
}

/** Returns the id by which the server logs a request. */
export function requestIdOf(response: Response): string | undefined {
  return response.headers.get('X-Request-Id') ?? undefined
}

/** Returns the seconds to wait before the next attempt, if the response says so. */
export function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

/** Reads the body of a successful response with the schema of its operation. @throws ApiError */
export async function readBody<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  const read = readResponse(schema, await readJson(response))
  if (read.success) return read.data
  throw new ApiError(
    -1,
    'The server sent an unexpected response. Check that the base URL is that of an engine’s API.',
    { requestId: requestIdOf(response), data: z.prettifyError(read.error) },
  )
}

/** Returns the message of the error that a response reports, if it has one. */
export async function messageOf(response: Response): Promise<string | undefined> {
  return readError(await readJson(response))?.message
}

/** Returns the error that a response reports. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = readError(await readJson(response))
  const issues = issuesDataSchema.safeParse(body?.data).data?.issues
  // The user knows the member by its name, not by the part of the request that it is in.
  const message = issues === undefined ? body?.message : body?.message.replace(/^body\./, '')
  return new ApiError(
    response.status,
    message ?? `The server responded with ${response.status} ${response.statusText}`.trim(),
    {
      key: body?.key,
      issues,
      data: body?.data,
      requestId: requestIdOf(response),
      retryAfter: retryAfterOf(response),
    },
  )
}
