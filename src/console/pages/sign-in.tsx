import { Card, Center, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { rememberProfile } from '../session/profiles'
import { RememberedProfiles, SignInForm } from '../layout/sign-in-form'
import { factsOf, setSession, type Session } from '../session/session'

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({ next: z.string().startsWith('/').optional().catch(undefined) }),
  component: SignInPage,
})

const ownEngine = '/api'

function trimmed(address: string): string {
  return address.trim().replace(/\/+$/, '')
}

function SignInPage() {
  const { next } = Route.useSearch()
  const router = useRouter()
  const [baseUrl, setBaseUrl] = useState(ownEngine)
  const [workspaceKey, setWorkspaceKey] = useState<string>()
  const [workspaceId, setWorkspaceId] = useState('')
  const [pending, setPending] = useState<Session>()

  useEffect(() => {
    document.title = 'Sign in · Signalbox'
  }, [])

  async function enter(session: Session) {
    const facts = factsOf(session.token)
    setSession(session)
    rememberProfile({
      baseUrl: session.baseUrl,
      name: `${session.workspaceName ?? facts?.workspaceKey ?? facts?.role ?? 'Engine'} at ${new URL(session.baseUrl, location.href).host}`,
      workspaceKey: facts?.workspaceKey,
      usedAt: new Date().toISOString(),
    })
    await router.invalidate()
    router.history.push(next ?? '/')
  }

  /** An engine that cannot list workspaces leaves it to the person to say which one the token is for. */
  function accept(session: Session) {
    const isKnown = session.workspaceId !== undefined || factsOf(session.token)?.role === 'operator'
    if (isKnown) return enter(session)
    setPending(session)
  }

  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={480} gap="lg">
        <Group gap="sm">
          <img src="/favicon.svg" width={36} height={36} alt="" />
          <div>
            <Title order={1} fz="xl">
              Signalbox
            </Title>
            <Text fz="sm" c="dimmed">
              The console of an integration engine
            </Text>
          </div>
        </Group>
        <Card withBorder padding="lg" bg="var(--sb-surface)">
          {pending === undefined ? (
            <Stack gap="md">
              <RememberedProfiles
                onChoose={(address, key) => {
                  setBaseUrl(address)
                  setWorkspaceKey(key)
                }}
              />
              <TextInput
                label="Base URL of the API"
                description="/api is this server; any other engine that speaks the interface works too."
                value={baseUrl}
                onChange={(event) => setBaseUrl(event.currentTarget.value)}
                classNames={{ input: 'mono' }}
                required
              />
              <SignInForm
                key={`${trimmed(baseUrl)} ${workspaceKey ?? ''}`}
                baseUrl={trimmed(baseUrl)}
                workspaceKey={workspaceKey}
                onSession={accept}
              />
            </Stack>
          ) : (
            <form
              onSubmit={(event) => {
                event.preventDefault()
                void enter({ ...pending, workspaceId: workspaceId.trim() })
              }}
            >
              <TextInput
                label="Workspace id"
                description="This engine does not list workspaces: say which one the token is for, and press Enter."
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
