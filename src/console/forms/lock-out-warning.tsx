import { Alert, List, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { workspaceOperations, type Workspace } from '../../contract/workspaces'
import { call } from '../api/client'
import { toApiError } from '../api/api-error'
import { tokenIn } from '../session/pasted-token'
import { IconAlertTriangle } from '../ui/icons.gen'
import { loadPart } from '../ui/load-part'
import type { Session } from '../session/session'
import { useSession } from '../session/use-session'
import { signInPaths, type Edit } from '../edits/edits'
import type { ProofState } from './lock-out'
import { TokenTextarea } from './token-textarea'

interface LockOutGuard {
  /** The warning in the review; undefined if the edits don't affect signing in. */
  content: ReactNode
  /** Whether the edits may not be saved yet. */
  blocks: boolean
  needsProof: boolean
  /** The session with the token that proved that the user can sign in after the change. */
  continueWith: Session | undefined
}

const loadLockOut = () => loadPart(() => import('./lock-out'))

/** Checks with the server that a token belongs to an admin of the workspace. */
async function tryOnServer(
  session: { baseUrl: string },
  token: string,
  id: string,
): Promise<ProofState> {
  try {
    await call(
      workspaceOperations.updateOrgWorkspace,
      { params: { id } },
      { session: { ...session, token } },
    )
    return { state: 'good' }
  } catch (error) {
    const reasons = [`The server does not accept this token: ${toApiError(error).message}`]
    return { state: 'bad', reasons }
  }
}

/** Guards a save after which the user might no longer be able to sign in. */
export function useLockOutGuard(
  workspace: Workspace,
  edits: readonly Edit[],
  isReviewing: boolean,
): LockOutGuard {
  const session = useSession()
  const [typed, setTyped] = useState('')
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
  const proofReason = isConcerned ? risk.data?.proofReason : undefined
  const needsProof = proofReason !== undefined
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
  const isProven = typed === workspace.key && token !== '' && proof.data?.state === 'good'
  return {
    blocks: isConcerned && (risk.data === undefined || (needsProof && !isProven)),
    needsProof,
    continueWith: needsProof && session !== undefined ? { ...session, token } : undefined,
    content: isConcerned && risk.data !== undefined && (
      <Consequences consequences={risk.data.consequences} reason={proofReason}>
        <TextInput
          label={
            <>
              Type the workspace key <b className="mono">{workspace.key}</b> to confirm
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
        <TokenTextarea
          label="Token signed with one of your keys"
          description={
            'An admin token of this workspace that works after the change. It proves that you ' +
            'are not locked out, and this session continues with it.'
          }
          maxRows={4}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <div aria-live="polite">{token !== '' && <ProofResult proof={proof.data} />}</div>
      </Consequences>
    ),
  }
}

interface ConsequencesProps {
  consequences: readonly string[]
  reason: string | undefined
  /** The proof to provide first, if there is a reason to. */
  children: ReactNode
}

function Consequences({ consequences, reason, children }: ConsequencesProps) {
  if (consequences.length === 0 && reason === undefined) return null
  return (
    <Alert
      color={reason === undefined ? 'caution' : 'danger'}
      icon={<IconAlertTriangle size={18} />}
      title={reason === undefined ? 'What stops working' : 'This can lock you out'}
      p="xs"
    >
      <Stack gap="xs">
        <List size="sm">
          {[...consequences, ...(reason === undefined ? [] : [reason])].map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
        {reason !== undefined && children}
      </Stack>
    </Alert>
  )
}

function ProofResult({ proof }: { proof: ProofState | undefined }) {
  if (proof === undefined)
    return (
      <Text fz="sm" c="dimmed">
        Checking the token…
      </Text>
    )
  return proof.state === 'bad' ? (
    <List size="sm" c="var(--sb-danger-text)">
      {proof.reasons.map((reason) => (
        <List.Item key={reason}>{reason}</List.Item>
      ))}
    </List>
  ) : (
    <Text fz="sm">This token signs in after the change.</Text>
  )
}
