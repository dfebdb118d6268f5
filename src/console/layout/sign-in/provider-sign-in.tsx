import { Button, Collapse, Loader, Stack } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { ApiError, toApiError } from '@/console/api/api-error'
import { singleSignOnQuery, startProviderSignIn } from '@/console/api/single-sign-on'
import { ownApi } from '@/console/browser/site'
import type { Session } from '@/console/session/session'
import { onForeignSession } from '@/console/session/shared-session'
import { IconChevronDown } from '@/console/ui/icons.gen'
import { ErrorAlert } from '../error-alert'

interface ProviderSignInProps {
  /** The page to open afterwards. */
  next?: string | undefined
  /**
   * Given where a separate window signs in, so that the page keeps its state. An error that it
   * throws is shown as the reason for rejecting the sign-in.
   */
  onSession?: ((session: Session) => void) | undefined
  /** Whether this is that window. */
  isPopup?: boolean
  /** The other ways to sign in. */
  children: ReactNode
}

/** Offers the identity provider of this server first, where it has one; or else the other ways. */
export function ProviderSignIn({
  next,
  onSession,
  isPopup = false,
  children,
}: ProviderSignInProps) {
  const { data, isPending } = useQuery(singleSignOnQuery(ownApi))
  const [error, setError] = useState<ApiError>()
  const [starting, setStarting] = useState(false)
  const [waiting, setWaiting] = useState(false)
  // Going back from the provider may show this page as it was left.
  useWindowEvent('pageshow', () => setStarting(false))
  const takeSession = useEffectEvent((session: Session) => {
    try {
      onSession?.(session)
    } catch (cause) {
      setError(toApiError(cause))
    }
  })
  useEffect(() => (waiting ? onForeignSession(takeSession) : undefined), [waiting])
  const [opened, { toggle }] = useDisclosure()
  if (isPending) return <Loader size="sm" role="status" aria-label="Loading" />
  if (data?.provider === undefined) return children

  function openWindow() {
    // The provider would sign in the account that was refused again.
    const address = `/sign-in?popup=true${waiting && error !== undefined ? '&again=true' : ''}`
    const popup = window.open(address, 'signalbox-sign-in', 'popup,width=520,height=720')
    setWaiting(popup !== null)
    if (popup === null)
      setError(
        new ApiError(
          -1,
          'The browser blocked the sign-in window. Allow pop-ups for this site, then try again.',
        ),
      )
  }
  function signIn() {
    setError(undefined)
    if (onSession !== undefined) {
      openWindow()
      return
    }
    setStarting(true)
    startProviderSignIn({ baseUrl: ownApi, next, isPopup, asksAgain: false }).catch(
      (cause: unknown) => {
        setStarting(false)
        setError(toApiError(cause))
      },
    )
  }
  return (
    <Stack gap="md">
      <ErrorAlert error={error} />
      <Button size="md" loading={starting} onClick={signIn} data-autofocus>
        Sign in with {data.provider.name}
      </Button>
      {/* The window that waits offers them itself. */}
      {!isPopup && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={opened}
            onClick={toggle}
            rightSection={<IconChevronDown size={14} />}
          >
            Other ways to sign in
          </Button>
          <Collapse expanded={opened}>{children}</Collapse>
        </>
      )}
    </Stack>
  )
}
