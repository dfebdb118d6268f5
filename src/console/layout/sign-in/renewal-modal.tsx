import { Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '@/console/api/api-error'
import { serverTime } from '@/console/browser/server-time'
import { currentPage, ownApi } from '@/console/browser/site'
import { declineRenewal, setSession } from '@/console/session/current-session'
import { keptTextOfPage } from '@/console/session/kept-drafts'
import { findRenewalIssue } from '@/console/session/renewal-issue'
import { continuedSession, sessionFacts, type Session } from '@/console/session/session'
import { useRenewalReason } from '@/console/session/use-session'
import { ProviderSignIn } from './provider-sign-in'
import { SignInForm } from './sign-in-form'

/** Asks for a new token in place. The page behind it keeps its state. */
export default function RenewalModal({ session }: { session: Session }) {
  const [isExpired] = useState(() => {
    const expiresAt = sessionFacts(session)?.expiresAt
    return expiresAt !== undefined && expiresAt.getTime() <= serverTime()
  })
  const reason = useRenewalReason()
  function continueWith(renewed: Session) {
    const hasUnsavedChanges = keptTextOfPage(currentPage()) !== undefined
    const continued = continuedSession(session, renewed)
    const error = findRenewalIssue(session, continued, hasUnsavedChanges)
    if (error !== undefined) throw new ApiError(-1, error)
    // Not every engine says which workspace a token belongs to.
    setSession({
      ...continued,
      workspaceId: continued.workspaceId ?? session.workspaceId,
      workspaceName: continued.workspaceName ?? session.workspaceName,
    })
  }
  const form = <SignInForm baseUrl={session.baseUrl} renewed={session} onSession={continueWith} />
  return (
    <Modal
      opened
      onClose={declineRenewal}
      title="Sign in again"
      closeOnClickOutside={false}
      size="lg"
    >
      {!isExpired && reason !== undefined && (
        <Text fz="sm" mb="xs">
          {reason}
        </Text>
      )}
      <Text fz="sm" c="dimmed" mb="md">
        {isExpired && 'Your session expired. '}Sign in to continue; your changes are kept.
      </Text>
      {session.baseUrl === ownApi ? (
        <ProviderSignIn onSession={continueWith}>{form}</ProviderSignIn>
      ) : (
        form
      )}
    </Modal>
  )
}
