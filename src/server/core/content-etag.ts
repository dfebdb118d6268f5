import { v5 as nameOf } from 'uuid'

const tags = 'b6d9bd0c-7d0f-4c5e-9b0e-3f5b4f0f4a51'

/** The `ETag` of a response that is told by its content alone. @param json the response as it is sent, as text or as its bytes */
export function contentEtag(json: string | Uint8Array): string {
  return `"${nameOf(json, tags)}"`
}
