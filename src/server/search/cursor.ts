import { base64url } from 'jose'
import { v5 as uuidFromName } from 'uuid'
import { z } from 'zod'
import { invalidRequest, unknownCursor } from '@/server/core/service-error'

const positionSchema = z.strictObject({
  /** The number of the list part. */
  part: z.int().nonnegative(),
  /** The sort value of the last row sent. PostgreSQL rejects text with a NUL. */
  value: z.string().refine((value) => !value.includes('\0')),
  id: z.uuid(),
  /** Whether the list includes near misses, and in which order; decided with the first page. */
  near: z.enum(['none', 'ranked', 'unranked']),
  /** The total when the first page was read. */
  total: z.int().nonnegative(),
})
const cursorSchema = z.strictObject({ list: z.string(), position: positionSchema })

/** The position where a page ended. */
export type Position = z.infer<typeof positionSchema>

/** Identifies a list by its operation, scope and filters. A cursor of one fits no other. */
export type ListIdentity = Readonly<Record<string, unknown>>

const listNamespace = '0f6c7f4e-4a3b-4d0c-9a54-2f1f6f0f7d11'

/** Returns the name of a list in its cursors. */
export function nameOfList(list: ListIdentity): string {
  return uuidFromName(JSON.stringify(list), listNamespace)
}

/**
 * @param list the name of the list
 * @param position of a list in the order of ids, the id alone
 */
export function writeCursor(
  list: string,
  position: Pick<Position, 'id'> & Partial<Position>,
): string {
  const whole: Position = { part: 0, value: '', near: 'none', total: 0, ...position }
  return base64url.encode(JSON.stringify({ list, position: whole }))
}

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(base64url.decode(cursor)))
  } catch {
    return undefined
  }
}

/**
 * @param list the name of the list
 * @throws invalid_request for a cursor that is invalid, or was made with other filters
 */
export function readCursor(list: string, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const read = cursorSchema.safeParse(parseCursor(cursor))
  if (!read.success) throw invalidRequest([unknownCursor])
  if (read.data.list !== list) {
    throw invalidRequest([
      {
        path: ['query', 'cursor'],
        message:
          'This cursor belongs to another list: ' +
          'send the same filters as with the first page, or leave the cursor out',
        code: 'foreign_cursor',
      },
    ])
  }
  return read.data.position
}
