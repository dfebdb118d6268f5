import { z } from 'zod'
import { errorBodySchema, type ErrorBody } from '../../contract/errors'

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
export function readError(json: unknown): ErrorBody | undefined {
  const body = readResponse(errorBodySchema, json).data
  if (body !== undefined) return body
  const message = otherErrors.safeParse(json).data
  return message === undefined ? undefined : { message }
}
