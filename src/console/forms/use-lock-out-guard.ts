import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '@/console/api/api-error'
import { call } from '@/console/api/client'
import { signInPaths, type Edit } from '@/console/edits/edits'
import { tokenIn } from '@/console/session/pasted-token'
import type { Session } from '@/console/session/session'
import { useSession } from '@/console/session/use-session'
import { loadPart } from '@/console/ui/loading/load-part'
import { workspaceOperations, type Workspace } from '@/contract/workspaces'
import type { ProofState } from './lock-out'

export type LockOutGuard = ReturnType<typeof useLockOutGuard>

const loadLockOut = () => loadPart(() => import('./lock-out'))

/**
 * Checks with the server that a token belongs to an admin of the workspace.
 * @throws if the server does not say
 */
async function tryOnServer(session: Session, token: string, id: string): Promise<ProofState> {
  try {
    await call(
      workspaceOperations.updateOrgWorkspace,
      { params: { id } },
      { session: { baseUrl: session.baseUrl, token } },
    )
    return { state: 'good' }
  } catch (thrown) {
    const error = toApiError(thrown)
    if (!error.isUnauthorized && !error.isForbidden) throw error
    return { state: 'bad', reasons: [`The server does not accept this token: ${error.message}`] }
  }
}

/**
 * Guards a save after which the user might no longer be able to sign in: they confirm it with the
 * key of the workspace and a token that works after it.
 */
export function useLockOutGuard(
  workspace: Workspace,
  edits: readonly Edit[],
  isReviewing: boolean,
) {
  const session = useSession()
  const [typedKey, setTypedKey] = useState('')
  const [pasted, setPasted] = useState('')
  const token = tokenIn(pasted)
  const isConcerned =
    session !== undefined && isReviewing && edits.some(({ path }) => signInPaths.includes(path))
  const { publicKeys, jwksUri, settings } = workspace
  const key = ['lock-out', session?.token, workspace.id, edits, publicKeys, jwksUri, settings]
  const risk = useQuery({
    queryKey: key,
    queryFn: async () => {
      const { lockOutRisk } = await loadLockOut()
      // A session of the identity provider depends on no key of the workspace.
      const token = session?.account === undefined ? session?.token : undefined
      return lockOutRisk(token ?? '', workspace, edits)
    },
    enabled: isConcerned,
    gcTime: 0,
  })
  const needsProof = isConcerned && risk.data?.proofReason !== undefined
  const proof = useQuery({
    queryKey: [...key, token],
    queryFn: async (): Promise<ProofState> => {
      const { examineProof } = await loadLockOut()
      const found = await examineProof(token, workspace, edits)
      return found.state === 'ask the server' && session !== undefined
        ? tryOnServer(session, token, workspace.id)
        : found
    },
    enabled: needsProof && token !== '',
    gcTime: 0,
  })
  const isProven = typedKey === workspace.key && token !== '' && proof.data?.state === 'good'
  return {
    /** What the edits risk; undefined if they don't affect signing in. */
    risk: isConcerned ? risk : undefined,
    typedKey,
    setTypedKey,
    pasted,
    setPasted,
    /** What the pasted token proves; undefined without one. */
    proof: token === '' ? undefined : proof,
    needsProof,
    /** Whether the edits may not be saved yet. */
    blocks: isConcerned && (risk.data === undefined || (needsProof && !isProven)),
    /** The session with the token that proved that the user can sign in after the change. */
    continueWith: needsProof && session !== undefined ? { ...session, token } : undefined,
  }
}
