import { Modal, Text } from '@mantine/core'
import { ApiError } from '../api/api-error'
import { findRenewalIssue } from '../session/renewal-issue'
import { declineRenewal, setSession, type Session } from '../session/session'
import { SignInForm } from './sign-in-form'

/** Asks for a new token in place when the present one is refused; the page behind keeps all that was typed. */
export default function RenewalModal({ session }: { session: Session }) {
  return (
    <Modal
      opened
      onClose={declineRenewal}
      title="Sign in again"
      closeOnClickOutside={false}
      size="lg"
    >
      <Text fz="sm" c="dimmed" mb="md">
        Your session expired. Sign in to continue; your changes are kept.
      </Text>
      <SignInForm
        baseUrl={session.baseUrl}
        renewed={session}
        onSession={(renewed) => {
          const error = findRenewalIssue(session, renewed)
          if (error !== undefined) throw new ApiError(-1, error)
          // Not every engine tells the workspace of a token.
          setSession({ ...renewed, workspaceId: renewed.workspaceId ?? session.workspaceId })
        }}
      />
    </Modal>
  )
}
