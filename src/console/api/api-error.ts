import type { Issue } from '@/contract/errors'
import type { Operation } from '@/contract/operation'

const missingOperation = 'missing_operation'

/** A failed request. `status` is 0 without a response, and -1 for an error of the console. */
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

  /**
   * Whether the request may have its effect nevertheless: as if only the response was lost, or
   * while an earlier one with its idempotency key is in progress.
   */
  get isOutcomeUnknown(): boolean {
    const isInProgress = this.status === 409 && this.facts.retryAfter !== undefined
    return this.status <= 0 || this.status >= 500 || isInProgress
  }

  get isUnauthorized(): boolean {
    return this.status === 401
  }

  get isForbidden(): boolean {
    return this.status === 403
  }

  get isMissing(): boolean {
    return this.status === 404
  }

  /** Whether a record doesn't exist, which engines report with a key, unlike gateways. */
  get isMissingRecord(): boolean {
    return this.isMissing && this.facts.key !== undefined
  }

  /** Whether the engine has no such operation: one of its others may have the same path. */
  get isUnsupported(): boolean {
    return this.isMissing || this.status === 405 || this.status === 501
  }

  /** Whether the engine has other extensions, but not this one: its part of a page is left out. */
  get isMissingOperation(): boolean {
    return this.facts.key === missingOperation
  }

  /** Whether someone else changed the record since it was read. */
  get isStale(): boolean {
    return this.status === 412
  }
}

/**
 * Returns the error of an extension that the engine does not have, and any other error unchanged. A
 * 404 can also be that of a record.
 */
export function orMissingOperation({ extension, path }: Operation, error: ApiError): ApiError {
  const isOfRecord = error.isMissingRecord && path.includes('{')
  if (extension !== true || !error.isUnsupported || isOfRecord) return error
  return new ApiError(error.status, 'This engine doesn’t offer this', {
    ...error.facts,
    key: missingOperation,
  })
}

/**
 * The error of a request that got no response.
 * @param isSave whether it would have saved changes
 */
export function noResponseError(isSave = false): ApiError {
  const advice = isSave ? 'Your changes are kept; try again' : 'Try again'
  return new ApiError(0, `Can’t reach the server. ${advice}.`)
}

/** Converts any thrown value to an error that can be shown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(-1, error instanceof Error ? error.message : 'Something went wrong')
}
