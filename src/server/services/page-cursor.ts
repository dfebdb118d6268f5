import { base64url } from 'jose'
import { z } from 'zod'
import { invalidRequest } from './fault'

const positionSchema = z.strictObject({
  /** Which part of the list. */
  part: z.int().nonnegative(),
  /** The last row that was given, by the list’s order. */
  name: z.string(),
  id: z.uuid(),
  /** Whether near misses end the list. */
  near: z.boolean(),
  /** How many there were in all when the first page was read. */
  total: z.int().nonnegative().optional(),
})
const cursorSchema = z.strictObject({ list: z.string(), position: positionSchema })

/** Where a page ended. */
export type Position = z.infer<typeof positionSchema>

/** What a list is of: a cursor of one is no use with another. */
export type ListIdentity = Readonly<Record<string, unknown>>

async function fingerprintOf(list: ListIdentity): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(list)))
  return base64url.encode(new Uint8Array(digest).slice(0, 12))
}

export async function writeCursor(list: ListIdentity, position: Position): Promise<string> {
  return base64url.encode(JSON.stringify({ list: await fingerprintOf(list), position }))
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(base64url.decode(cursor)))
  } catch {
    return undefined
  }
}

/** @throws invalid_request for a cursor that is not ours, or was made with other filters */
export async function readCursor(list: ListIdentity, cursor: string | undefined): Promise<Position | undefined> {
  if (cursor === undefined) return undefined
  const read = cursorSchema.safeParse(parsed(cursor))
  if (!read.success) throw invalidRequest([{ path: ['query', 'cursor'], message: 'Not a cursor of this API: send one as it was answered, or none', code: 'invalid_cursor' }])
  if (read.data.list !== (await fingerprintOf(list))) {
    throw invalidRequest([{ path: ['query', 'cursor'], message: 'This cursor was made for another list: repeat the filters it was made with, or start without it', code: 'foreign_cursor' }])
  }
  return read.data.position
}
