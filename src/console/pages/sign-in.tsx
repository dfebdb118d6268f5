import { Card, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { demoQuery } from '@/console/api/demo'
import { singleSignOnQuery, startProviderSignIn } from '@/console/api/single-sign-on'
import { fileAddress, ownApi } from '@/console/browser/site'
import { introductions } from '@/console/layout/introductions'
import { ProviderSignIn } from '@/console/layout/sign-in/provider-sign-in'
import { SignInForm } from '@/console/layout/sign-in/sign-in-form'
import { setSession } from '@/console/session/current-session'
import { rememberProfile } from '@/console/session/profiles'
import { factsOf, type Session } from '@/console/session/session'
import { BaseUrlField } from './-sign-in/base-url-field'
import { OtherTabs } from './-sign-in/other-tabs'
import { RememberedProfiles } from './-sign-in/remembered-profiles'
import { UnencryptedNotice } from './-sign-in/unencrypted-notice'
import { useBaseUrl } from './-sign-in/use-base-url'
import { WorkspaceIdForm } from './-sign-in/workspace-id-form'

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({
    next: z.string().startsWith('/').optional().catch(undefined),
    /** Set in a window that signs in with the identity provider for another one. */
    popup: z.literal(true).optional().catch(undefined),
    /** Whether the provider asks for an account there, even if it knows one. */
    again: z.literal(true).optional().catch(undefined),
  }),
  component: SignInPage,
})

/** Whether this server has said how to sign in: before that, the form would move when it does. */
function useIsReady(): boolean {
  return useQueries({
    queries: [singleSignOnQuery(ownApi), demoQuery(ownApi)],
    combine: (results) => results.every(({ isFetched }) => isFetched),
  })
}

function SignInPage() {
  const { next, popup, again } = Route.useSearch()
  const router = useRouter()
  const url = useBaseUrl()
  const [workspaceKey, setWorkspaceKey] = useState<string>()
  const [pending, setPending] = useState<Session>()
  const isReady = useIsReady()

  useDocumentTitle('Sign in · Signalbox')
  useEffect(() => {
    if (popup === true)
      // If it fails, the page offers the button, and says why.
      void startProviderSignIn({
        baseUrl: ownApi,
        isPopup: true,
        asksAgain: again === true,
      }).catch(() => {})
  }, [popup, again])

  async function enter(session: Session, chosenId?: string) {
    const facts = factsOf(session.token)
    const holder = session.workspaceName ?? facts?.workspaceKey ?? facts?.role ?? 'Engine'
    setSession(session)
    rememberProfile({
      baseUrl: session.baseUrl,
      name: `${holder} at ${new URL(session.baseUrl, location.href).host}`,
      workspaceKey: facts?.workspaceKey,
    })
    await router.invalidate()
    const page = chosenId === undefined ? '/' : `/w/${encodeURIComponent(chosenId)}`
    await router.navigate({ href: next ?? page })
  }

  /** Where an engine can't list workspaces, the user has to say which one the token is for. */
  function accept(session: Session, chosenId?: string) {
    const isKnown = session.workspaceId !== undefined || factsOf(session.token)?.role === 'operator'
    if (isKnown) return enter(session, chosenId)
    setPending(session)
  }

  // From the top, so that nothing moves when the card grows.
  return (
    <Stack
      component="main"
      mx="auto"
      maw={512}
      gap="lg"
      px="md"
      pb="md"
      pt={{ base: 'md', sm: '12dvh' }}
    >
      <Brand />
      <UnencryptedNotice />
      <OtherTabs />
      <Card withBorder padding="lg" bg="var(--sb-surface)">
        {!isReady && <Loader size="sm" role="status" aria-label="Loading" />}
        {isReady && pending !== undefined && (
          <WorkspaceIdForm
            onWorkspaceId={(workspaceId) => void enter({ ...pending, workspaceId })}
            onBack={() => setPending(undefined)}
          />
        )}
        {isReady && pending === undefined && (
          <ProviderSignIn next={next} isPopup={popup === true}>
            <Stack gap="md">
              <RememberedProfiles
                onChoose={(chosen, key) => {
                  url.choose(chosen)
                  setWorkspaceKey(key)
                }}
              />
              <SignInForm
                key={workspaceKey}
                baseUrl={url.baseUrl}
                isUsable={url.issue === undefined}
                workspaceKey={workspaceKey}
                onSession={accept}
              >
                <BaseUrlField url={url} />
              </SignInForm>
            </Stack>
          </ProviderSignIn>
        )}
      </Card>
    </Stack>
  )
}

function Brand() {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <img
        src={fileAddress('/favicon.svg')}
        width={36}
        height={36}
        alt=""
        style={{ marginTop: 3 }}
      />
      <div>
        <Title order={1} fz="xl">
          Signalbox
        </Title>
        <Text fz="sm" c="dimmed">
          {introductions['sign-in']}
        </Text>
      </div>
    </Group>
  )
}
