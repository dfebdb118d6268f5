import type { Fault } from '../../contract/errors'

/** Everything that can go wrong with a request, in one form. `status` 0: no answer came. */
export class ApiFault extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly facts: {
      key?: string | undefined
      issues?: readonly Fault[] | undefined
      data?: unknown
      requestId?: string | undefined
      /** Seconds. */
      retryAfter?: number | undefined
    } = {},
  ) {
    super(message)
    this.name = 'ApiFault'
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

/** Whatever was thrown, as a fault to show. */
export function faultOf(error: unknown): ApiFault {
  if (error instanceof ApiFault) return error
  return new ApiFault(-1, error instanceof Error ? error.message : 'Something unexpected happened')
}
