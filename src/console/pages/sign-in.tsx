import { Card, Center, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { rememberProfile } from '../session/profiles'
import { startProviderSignIn } from '../api/single-sign-on'
import { ProviderSignIn } from '../layout/provider-sign-in'
import { RememberedProfiles } from '../layout/remembered-profiles'
import { SignInForm } from '../layout/sign-in-form'
import { fileAddress, ownApi } from '../ui/site'
import { factsOf, setSession, type Session } from '../session/session'

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({
    next: z.string().startsWith('/').optional().catch(undefined),
    /** Set in a window that signs in with the identity provider for another one. */
    popup: z.literal(true).optional().catch(undefined),
  }),
  component: SignInPage,
})

function trimmed(address: string): string {
  return address.trim().replace(/\/+$/, '')
}

/** Why an address can't be that of an API; undefined when it can. */
function findAddressIssue(address: string): string | undefined {
  if (address.startsWith('/')) return undefined
  return /^https?:\/\//.test(address) && URL.canParse(address)
    ? undefined
    : 'Start with https:// or http://, or with / for this server'
}

function SignInPage() {
  const { next, popup } = Route.useSearch()
  const router = useRouter()
  const [address, setAddress] = useState(ownApi)
  /** The address once it is typed: its prefixes are hosts too, which must not be called. */
  const [baseUrl, setBaseUrl] = useState(ownApi)
  const addressIssue = findAddressIssue(baseUrl)
  const [workspaceKey, setWorkspaceKey] = useState<string>()
  const [workspaceId, setWorkspaceId] = useState('')
  const [pending, setPending] = useState<Session>()

  useEffect(() => {
    document.title = 'Sign in · Signalbox'
  }, [])
  useEffect(() => {
    if (popup === true)
      // Where it fails, the page offers the button, and says why.
      void startProviderSignIn({ baseUrl: ownApi, isPopup: true, asksAgain: false }).catch(() => {})
  }, [popup])

  async function enter(session: Session) {
    const facts = factsOf(session.token)
    const holder = session.workspaceName ?? facts?.workspaceKey ?? facts?.role ?? 'Engine'
    setSession(session)
    rememberProfile({
      baseUrl: session.baseUrl,
      name: `${holder} at ${new URL(session.baseUrl, location.href).host}`,
      workspaceKey: facts?.workspaceKey,
      usedAt: new Date().toISOString(),
    })
    await router.invalidate()
    await router.navigate({ href: next ?? '/' })
  }

  /** Where an engine can't list workspaces, the user has to say which one the token is for. */
  function accept(session: Session) {
    const isKnown = session.workspaceId !== undefined || factsOf(session.token)?.role === 'operator'
    if (isKnown) return enter(session)
    setPending(session)
  }

  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={480} gap="lg">
        <Group gap="sm">
          <img src={fileAddress('/favicon.svg')} width={36} height={36} alt="" />
          <div>
            <Title order={1} fz="xl">
              Signalbox
            </Title>
            <Text fz="sm" c="dimmed">
              The admin console of an integration engine
            </Text>
          </div>
        </Group>
        <Card withBorder padding="lg" bg="var(--sb-surface)">
          {pending === undefined ? (
            <ProviderSignIn baseUrl={ownApi} next={next} isPopup={popup === true}>
              <Stack gap="md">
                <RememberedProfiles
                  onChoose={(chosen, key) => {
                    setAddress(chosen)
                    setBaseUrl(chosen)
                    setWorkspaceKey(key)
                  }}
                />
                <SignInForm
                  key={workspaceKey}
                  baseUrl={baseUrl}
                  isUsable={addressIssue === undefined}
                  workspaceKey={workspaceKey}
                  onSession={accept}
                >
                  <TextInput
                    label="Base URL of the API"
                    description={`${ownApi} is this server. Any engine with this API works too.`}
                    value={address}
                    onChange={(event) => setAddress(event.currentTarget.value)}
                    onBlur={() => setBaseUrl(trimmed(address))}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter') setBaseUrl(trimmed(address))
                    }}
                    error={addressIssue}
                    classNames={{ input: 'mono' }}
                    required
                  />
                </SignInForm>
              </Stack>
            </ProviderSignIn>
          ) : (
            <form
              onSubmit={(event) => {
                event.preventDefault()
                void enter({ ...pending, workspaceId: workspaceId.trim() })
              }}
            >
              <TextInput
                label="Workspace id"
                description="This engine can’t list workspaces. Enter the workspace’s id."
                value={workspaceId}
                onChange={(event) => setWorkspaceId(event.currentTarget.value)}
                required
                data-autofocus
              />
            </form>
          )}
        </Card>
      </Stack>
    </Center>
  )
}
