import { maxIssues, type ErrorKey, type Issue } from '@/contract/errors'

/**
 * An error that a service throws to refuse a request. It is independent of HTTP: its key determines
 * the status. `message` tells a person what to do.
 */
export class ServiceError extends Error {
  constructor(
    readonly key: ErrorKey,
    message: string,
    readonly data?: unknown,
    /** When to try again; absent if waiting does not help. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message)
    this.name = 'ServiceError'
  }
}

/** Refuses a request for a record that does not exist, or that the caller cannot access. */
export function notFound(what: string, selector: string): ServiceError {
  return new ServiceError('not_found', `There is no ${what} '${selector}' that this token can see`)
}

/** Refuses a request that the role of the caller does not allow. */
export function accessDenied(message: string): ServiceError {
  return new ServiceError('access_denied', message)
}

/** Refuses a request whose token is missing or not accepted. */
export function notAuthenticated(message: string): ServiceError {
  return new ServiceError('not_authenticated', message)
}

/** Refuses a token that was revoked, individually or with all tokens of its workspace. */
export function tokenRevoked(): ServiceError {
  return notAuthenticated(
    'This token was revoked, its workspace was archived, or the secret or key that it depends on ' +
      'was replaced: sign in again',
  )
}

/** The issue of a cursor that this API did not create, or that was changed since. */
export const unknownCursor: Issue = {
  path: ['query', 'cursor'],
  message: 'Not a cursor of this API: send one as you received it, or none',
  code: 'invalid_cursor',
}

/**
 * Refuses a request because of its content, and lists the first hundred issues. Paths begin with
 * `body`, `query`, `path` or `header`.
 */
export function invalidRequest(found: readonly Issue[]): ServiceError {
  const issues = found.slice(0, maxIssues)
  const [first] = issues
  const atLeast = issues.length === maxIssues ? 'at least ' : ''
  const more = issues.length > 1 ? ` (and ${atLeast}${issues.length - 1} more)` : ''
  return new ServiceError(
    'invalid_request',
    first === undefined
      ? 'The request is not valid'
      : `${first.path.join('.')}: ${first.message}${more}`,
    { issues },
  )
}
