import { useRef } from 'react'
import { randomId } from '@/console/browser/web-crypto'
import { useSession } from '@/console/session/use-session'
import { toApiError } from './api-error'
import { useHasExtensions } from './workspaces'

/**
 * Returns whether the engine accepts idempotency keys, which the specification doesn't have. A
 * browser sends other origins no request with a header that they do not allow.
 */
function useAcceptsIdempotencyKey(): boolean {
  const hasExtensions = useHasExtensions()
  const baseUrl = useSession()?.baseUrl ?? ''
  return hasExtensions || new URL(baseUrl, location.href).origin === location.origin
}

/**
 * Returns a function that sends a request with an idempotency key, if the engine accepts one. While
 * it is unknown whether the request had its effect, the same body is sent with the same key, so
 * that nothing is done twice.
 */
export function useIdempotencyKey() {
  const isAccepted = useAcceptsIdempotencyKey()
  const attempt = useRef<{ body: string; key: string }>(undefined)
  return async <Result>(
    body: unknown,
    send: (idempotencyKey: string | undefined) => Promise<Result>,
  ): Promise<Result> => {
    const text = JSON.stringify(body)
    if (attempt.current?.body !== text) attempt.current = { body: text, key: randomId() }
    try {
      const result = await send(isAccepted ? attempt.current.key : undefined)
      attempt.current = undefined
      return result
    } catch (error) {
      if (!toApiError(error).isOutcomeUnknown) attempt.current = undefined
      throw error
    }
  }
}
