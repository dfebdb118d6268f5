import { changeReasonHeader, changeReasonSchema } from '@/contract/change-reason'
import { toIssues } from '@/contract/issues'
import { invalidRequest } from '@/server/core/service-error'

const path = ['header', changeReasonHeader]

/** Decodes a percent-encoded header; undefined if that is not possible. */
function decoded(header: string): string | undefined {
  // The characters of a header are bytes, so those that are not ASCII are not what they seem.
  if (!/^\p{ASCII}*$/u.test(header)) return undefined
  try {
    return decodeURIComponent(header)
  } catch {
    return undefined
  }
}

/**
 * Reads the reason of a write from its header.
 * @returns undefined if there is none
 * @throws invalid_request
 */
export function readChangeReason(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const text = decoded(header)
  if (text === undefined)
    throw invalidRequest([
      { path, message: 'Percent-encode this text, in UTF-8', code: 'invalid_format' },
    ])
  const { data, error } = changeReasonSchema.safeParse(text)
  if (error !== undefined) throw invalidRequest(toIssues(error, path))
  return data === '' ? undefined : data
}
