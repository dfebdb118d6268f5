import { Modal, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error'
import { keptTextOfPage } from '../session/kept-drafts'
import { findRenewalIssue } from '../session/renewal-issue'
import { declineRenewal, factsOf, setSession, type Session } from '../session/session'
import { SignInForm } from './sign-in-form'

/** Asks for a new token in place. The page behind it keeps its state. */
export default function RenewalModal({ session }: { session: Session }) {
  const { pathname } = useLocation()
  const [isOver] = useState(() => {
    const expiresAt = factsOf(session.token)?.expiresAt
    return expiresAt !== undefined && expiresAt.getTime() <= Date.now()
  })
  return (
    <Modal
      opened
      onClose={declineRenewal}
      title="Sign in again"
      closeOnClickOutside={false}
      size="lg"
    >
      <Text fz="sm" c="dimmed" mb="md">
        {isOver && 'Your session expired. '}Sign in to continue; your changes are kept.
      </Text>
      <SignInForm
        baseUrl={session.baseUrl}
        renewed={session}
        onSession={(renewed) => {
          const hasUnsavedChanges = keptTextOfPage(pathname) !== undefined
          const error = findRenewalIssue(session, renewed, hasUnsavedChanges)
          if (error !== undefined) throw new ApiError(-1, error)
          // Not every engine says which workspace a token belongs to.
          setSession({
            ...renewed,
            workspaceId: renewed.workspaceId ?? session.workspaceId,
            workspaceName: renewed.workspaceName ?? session.workspaceName,
          })
        }}
      />
    </Modal>
  )
}
