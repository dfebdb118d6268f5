import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { errorText } from '@/server/core/error-text'

/**
 * Returns what the log may have of an error of `oauth4webapi`. The error itself has the body of the
 * response, which may contain tokens.
 */
export function loggableError(error: unknown): object {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return describe(error.error, error.error_description)
  if (error instanceof WWWAuthenticateChallengeError) {
    const [challenge] = error.cause
    return describe(challenge?.parameters.error, challenge?.parameters.error_description)
  }
  return error instanceof OperationProcessingError
    ? { code: error.code, reason: error.message }
    : { error }
}

function describe(code: unknown, description: unknown): object {
  return { code: errorText(code ?? ''), reason: errorText(description ?? '') }
}
