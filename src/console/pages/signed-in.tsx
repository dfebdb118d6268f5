import { Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { toApiError, type ApiError } from '@/console/api/api-error'
import {
  finishProviderSignIn,
  startedSignIn,
  startProviderSignIn,
} from '@/console/api/single-sign-on'
import { ownApi } from '@/console/browser/site'
import { ErrorAlert } from '@/console/layout/error-alert'

/** Where the identity provider returns users to. */
export const Route = createFileRoute('/signed-in')({ component: SignedInPage })

function SignedInPage() {
  const router = useRouter()
  // A user who tries again gets to the page they opened, or back to the window that waits.
  const [{ next, isPopup } = { isPopup: false }] = useState(startedSignIn)
  const [error, setError] = useState<ApiError>()
  const [isDone, setIsDone] = useState(false)
  useDocumentTitle('Sign in · Signalbox')

  useEffect(() => {
    finishProviderSignIn().then(
      () => {
        if (!isPopup) {
          router.history.replace(next ?? '/')
          return
        }
        // The browser may refuse to close a window that was at another site.
        setIsDone(true)
        window.close()
      },
      (cause: unknown) => setError(toApiError(cause)),
    )
  }, [router, next, isPopup])

  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={480} gap="lg">
        <Title order={1} fz="xl">
          {error !== undefined ? 'You are not signed in' : isDone ? 'You are signed in' : 'Sign in'}
        </Title>
        {isDone && <Text>You can close this window.</Text>}
        {error === undefined && !isDone && (
          <Loader size="sm" role="status" aria-label="Signing in" />
        )}
        {error !== undefined && (
          <>
            <ErrorAlert error={error} />
            <Group>
              <Button
                onClick={() =>
                  void router.navigate({
                    to: '/sign-in',
                    search: { next, popup: isPopup ? true : undefined },
                    replace: true,
                  })
                }
              >
                Back to sign-in
              </Button>
              {error.isForbidden && (
                <OtherAccount next={next} isPopup={isPopup} onError={setError} />
              )}
            </Group>
          </>
        )}
      </Stack>
    </Center>
  )
}

/** Lets another user sign in where the identity provider knows one who has no role. */
function OtherAccount({
  onError,
  ...start
}: {
  next: string | undefined
  isPopup: boolean
  onError: (error: ApiError) => void
}) {
  return (
    <Button
      variant="default"
      onClick={() =>
        void startProviderSignIn({ baseUrl: ownApi, ...start, asksAgain: true }).catch(
          (cause: unknown) => onError(toApiError(cause)),
        )
      }
    >
      Use another account
    </Button>
  )
}
