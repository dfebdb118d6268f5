import { useState } from 'react'
import { ApiError, toApiError } from '@/console/api/api-error'
import { responseOf } from '@/console/api/client'
import { anonymous } from '@/console/api/send'
import { hasWebCrypto } from '@/console/browser/web-crypto'
import { tokenIn } from '@/console/session/pasted-token'
import { factsOf, type Session } from '@/console/session/session'
import { loadPart } from '@/console/ui/loading/load-part'
import { preloadWhenIdle } from '@/console/ui/loading/load-when-idle'
import { demoOperations } from '@/contract/demo'
import { workspaceOperations } from '@/contract/workspaces'
import type { DemoRole } from './demo-sign-in'

// Signing takes a library, and most people sign in otherwise.
const loadSecretToken = () => import('@/console/session/secret-token')
preloadWhenIdle(loadSecretToken)

/** Signs in to the demo. @throws ApiError */
export async function demoSession(
  baseUrl: string,
  role: DemoRole,
  workspaceId: string | undefined,
): Promise<Session> {
  const body = { role, ...(role === 'operator' ? {} : { workspaceId }) }
  const signedIn = await responseOf(demoOperations.signInToDemo, { body }, anonymous(baseUrl))
  return { baseUrl, ...signedIn }
}

/** Returns the session of a pasted token. @throws ApiError if no header can hold it */
export function sessionOfToken(baseUrl: string, text: string): Session {
  const token = tokenIn(text)
  if (!/^[!-~]+$/.test(token))
    throw new ApiError(-1, 'This can’t be a token. Copy all of it, and nothing else.')
  return { baseUrl, token }
}

/** Signs a token with the secret of a workspace. @throws ApiError on a page without TLS */
export async function sessionOfSecret(
  baseUrl: string,
  workspaceKey: string,
  secret: string,
): Promise<Session> {
  if (!hasWebCrypto()) throw new ApiError(-1, 'Signing in with a secret needs https. Use a token.')
  const { tokenFromSecret } = await loadPart(loadSecretToken)
  return { baseUrl, token: await tokenFromSecret(workspaceKey, secret, 'Console') }
}

/** Adds the workspace of the token to the session, if the engine lists it. */
async function withWorkspace(session: Session): Promise<Session> {
  if (factsOf(session.token)?.role === 'operator') return session
  try {
    const query = { limit: 1 }
    const { items } = await responseOf(
      workspaceOperations.listOrgWorkspaces,
      { query },
      { session },
    )
    const [workspace] = items
    return { ...session, workspaceId: workspace?.id, workspaceName: workspace?.name }
  } catch (error) {
    if (toApiError(error).isUnsupported) return session
    throw error
  }
}

/** Where on the form a user signs in, which is where an error is shown. */
type Place = 'demo' | 'form'

/**
 * Signs a user in, and keeps why that failed.
 * @param onSession may throw an error that rejects the sign-in
 */
export function useSignIn(
  isUsable: boolean,
  onSession: (session: Session, chosenId?: string) => void | Promise<void>,
) {
  const [failure, setFailure] = useState<{ at: Place; error: ApiError }>()
  const [isPending, setPending] = useState(false)

  /**
   * @param chosenId the workspace to open
   * @returns whether the engine accepted the token
   */
  async function signIn(
    at: Place,
    makeSession: () => Session | Promise<Session>,
    chosenId?: string,
  ): Promise<boolean> {
    if (!isUsable) return false
    let isAccepted = false
    setFailure(undefined)
    setPending(true)
    try {
      const session = await withWorkspace(await makeSession())
      isAccepted = true
      await onSession(session, chosenId)
    } catch (error) {
      setFailure({ at, error: toApiError(error) })
    } finally {
      setPending(false)
    }
    return isAccepted
  }

  return {
    signIn,
    isPending,
    errorAt: (at: Place) => (failure?.at === at ? failure.error : undefined),
    clearError: () => setFailure(undefined),
  }
}
