import { base64url } from 'jose'
import { v5 as nameOf } from 'uuid'
import { z } from 'zod'
import { invalidRequest } from '../core/service-error'

const positionSchema = z.strictObject({
  /** Which part of the list. */
  part: z.int().nonnegative(),
  /** The last row that was given, by the part’s order. The database takes no text with a NUL in it. */
  value: z.string().refine((value) => !value.includes('\0')),
  id: z.uuid(),
  /**
   * Whether the list goes on to near misses, and in which order: settled when the first page was
   * read.
   */
  near: z.enum(['none', 'ranked', 'unranked']),
  /** How many there were in all when the first page was read. */
  total: z.int().nonnegative(),
})
const cursorSchema = z.strictObject({ list: z.string(), position: positionSchema })

/** Where a page ended. */
export type Position = z.infer<typeof positionSchema>

/** What a list is of: a cursor of one is no use with another. */
export type ListIdentity = Readonly<Record<string, unknown>>

const lists = '0f6c7f4e-4a3b-4d0c-9a54-2f1f6f0f7d11'

function fingerprintOf(list: ListIdentity): string {
  return nameOf(JSON.stringify(list), lists)
}

export function writeCursor(list: ListIdentity, position: Position): string {
  return base64url.encode(JSON.stringify({ list: fingerprintOf(list), position }))
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(base64url.decode(cursor)))
  } catch {
    return undefined
  }
}

/** @throws invalid_request for a cursor that is not ours, or was made with other filters */
export function readCursor(list: ListIdentity, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const read = cursorSchema.safeParse(parsed(cursor))
  if (!read.success)
    throw invalidRequest([
      {
        path: ['query', 'cursor'],
        message: 'Not a cursor of this API: send one as it was answered, or none',
        code: 'invalid_cursor',
      },
    ])
  if (read.data.list !== fingerprintOf(list)) {
    throw invalidRequest([
      {
        path: ['query', 'cursor'],
        message:
          'This cursor was made for another list: repeat the filters it was made with, or start without it',
        code: 'foreign_cursor',
      },
    ])
  }
  return read.data.position
}
