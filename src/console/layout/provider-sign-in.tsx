import { Button, Collapse, Loader, Stack } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { toApiError, type ApiError } from '../api/api-error'
import { singleSignOnQuery, startProviderSignIn } from '../api/single-sign-on'
import { IconChevronDown } from '../ui/icons.gen'
import { ErrorAlert } from './error-alert'

interface ProviderSignInProps {
  baseUrl: string
  /** The page to open afterwards. */
  next?: string | undefined
  /** Whether a separate window signs in, so that the page keeps its state. */
  inWindow?: boolean
  /** Whether this is that window. */
  isPopup?: boolean
  /** The other ways to sign in. */
  children: ReactNode
}

/** Offers the identity provider first, where the server has one; or else the other ways alone. */
export function ProviderSignIn({
  baseUrl,
  next,
  inWindow = false,
  isPopup = false,
  children,
}: ProviderSignInProps) {
  const { data, isPending } = useQuery(singleSignOnQuery(baseUrl))
  const [error, setError] = useState<ApiError>()
  const [starting, setStarting] = useState(false)
  // Who goes back from the provider may find this page as they left it.
  useWindowEvent('pageshow', () => setStarting(false))
  const [opened, { toggle }] = useDisclosure()
  if (isPending) return <Loader size="sm" role="status" aria-label="Loading" />
  if (data?.provider === undefined) return children

  function signIn() {
    if (inWindow) {
      window.open('/sign-in?popup=true', 'signalbox-sign-in', 'popup,width=520,height=720')
      return
    }
    setError(undefined)
    setStarting(true)
    startProviderSignIn({ baseUrl, next, isPopup, asksAgain: false }).catch((cause: unknown) => {
      setStarting(false)
      setError(toApiError(cause))
    })
  }
  return (
    <Stack gap="md">
      {error !== undefined && <ErrorAlert error={error} />}
      <Button size="md" loading={starting} onClick={signIn} data-autofocus>
        Sign in with {data.provider.name}
      </Button>
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
    </Stack>
  )
}
