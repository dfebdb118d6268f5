import { Alert, List, Stack, Text, TextInput } from '@mantine/core'
import { ErrorAlert } from '@/console/layout/error-alert'
import { IconAlertTriangle } from '@/console/ui/icons.gen'
import type { ProofState } from './lock-out'
import { TokenTextarea } from './token-textarea'
import type { LockOutGuard } from './use-lock-out-guard'

interface LockOutWarningProps {
  workspaceKey: string
  guard: LockOutGuard
}

/** Says what the edits in a review stop from signing in, and asks for the proof that they need. */
export function LockOutWarning({ workspaceKey, guard }: LockOutWarningProps) {
  const { risk, proof } = guard
  if (risk === undefined) return null
  if (risk.data === undefined) return <ErrorAlert error={risk.error} onRetry={risk.refetch} />
  const { consequences, proofReason } = risk.data
  if (consequences.length === 0 && proofReason === undefined) return null
  return (
    <Alert
      color={proofReason === undefined ? 'caution' : 'danger'}
      icon={<IconAlertTriangle size={18} />}
      title={proofReason === undefined ? 'What stops working' : 'This can lock you out'}
      p="xs"
    >
      <Stack gap="xs">
        <List size="sm">
          {[...consequences, ...(proofReason === undefined ? [] : [proofReason])].map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
        {proofReason !== undefined && (
          <>
            <TextInput
              label={
                <>
                  Type the workspace key <b className="mono">{workspaceKey}</b> to confirm
                </>
              }
              value={guard.typedKey}
              onChange={(event) => guard.setTypedKey(event.currentTarget.value)}
              autoComplete="off"
            />
            <TokenTextarea
              label="Token signed with one of your keys"
              description={
                'An admin token of this workspace that works after the change. It proves that ' +
                'you are not locked out, and this session continues with it.'
              }
              maxRows={4}
              value={guard.pasted}
              onChange={(event) => guard.setPasted(event.currentTarget.value)}
            />
            <div aria-live="polite">
              {proof?.isPending === true && (
                <Text fz="sm" c="dimmed">
                  Checking the token…
                </Text>
              )}
              {proof?.data !== undefined && <ProofResult proof={proof.data} />}
            </div>
            <ErrorAlert error={proof?.error} onRetry={proof?.refetch} />
          </>
        )}
      </Stack>
    </Alert>
  )
}

function ProofResult({ proof }: { proof: ProofState }) {
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
