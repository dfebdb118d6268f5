import { Modal, Text } from '@mantine/core'
import { SignInForm } from './sign-in-form'
import { endRenewal, factsOf, setSession, type Session } from './session'

/** Asks for a new token in place when the present one is refused; the page behind keeps all that was typed. */
export default function RenewalModal({ session }: { session: Session }) {
  return (
    <Modal
      opened
      onClose={() => endRenewal(false)}
      title="Sign in again"
      closeOnClickOutside={false}
      size="lg"
    >
      <Text fz="sm" c="dimmed" mb="md">
        The token was refused or has ended. What you were doing is kept and goes on once you have
        signed in.
      </Text>
      <SignInForm
        baseUrl={session.baseUrl}
        workspaceKey={factsOf(session.token)?.workspaceKey}
        onSession={(renewed) => {
          setSession(renewed)
          endRenewal(true)
        }}
      />
    </Modal>
  )
}
