import type { Issue } from '../../contract/errors'

/** Everything that can go wrong with a request, in one form. `status` 0: no response came. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly facts: {
      key?: string | undefined
      issues?: readonly Issue[] | undefined
      data?: unknown
      requestId?: string | undefined
      /** Seconds. */
      retryAfter?: number | undefined
    } = {},
  ) {
    super(message)
    this.name = 'ApiError'
  }

  get isOffline(): boolean {
    return this.status === 0
  }

  get isForbidden(): boolean {
    return this.status === 403
  }

  get isMissing(): boolean {
    return this.status === 404
  }

  /** The record was changed by somebody else since it was read. */
  get isStale(): boolean {
    return this.status === 412
  }
}

/** Whatever was thrown, as an error to show. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(-1, error instanceof Error ? error.message : 'Something unexpected happened')
}
