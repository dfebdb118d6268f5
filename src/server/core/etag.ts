import { v5 as hashUuid } from 'uuid'
import type { WorkspaceRow } from '@/server/store/schema'

const namespace = 'b6d9bd0c-7d0f-4c5e-9b0e-3f5b4f0f4a51'

/** A response with a validator, for `ETag` and `If-Match`. */
export interface Tagged<Body> {
  response: Body
  etag: string
}

/**
 * Returns the `ETag` of a workspace: its id, and the number and time of its revision. Without the
 * time, a revision from before a demo reset or a restored backup could match a later one.
 */
export function etagOf({
  id,
  revision,
  updated_at: updatedAt,
}: Pick<WorkspaceRow, 'id' | 'revision' | 'updated_at'>): string {
  return `"${id}.${revision}.${updatedAt.getTime()}"`
}

/**
 * Returns the `ETag` of a response that has no revision, derived from its content.
 * @param json the response as it is sent, as text or as its bytes
 */
export function contentEtag(json: string | Uint8Array): string {
  return `"${hashUuid(json, namespace)}"`
}
