import {
  Alert,
  Anchor,
  Button,
  CloseButton,
  Group,
  PasswordInput,
  Select,
  Stack,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { workspaceOperations } from '../../contract/workspaces'
import { demoOperations } from '../../contract/demo'
import { call } from '../api/client'
import { demoQuery } from '../api/demo'
import { toApiError, type ApiError } from '../api/api-error'
import { startStory, storyNames, type StoryName } from '../presenter/progress'
import { stories } from '../presenter/stories'
import { ErrorAlert } from './error-alert'
import classes from './sign-in-form.module.css'
import { WorkspaceBadges } from './workspace-badges'
import { forgetProfile, profiles } from '../session/profiles'
import { tokenFromSecret } from '../session/secret-token'
import { factsOf, sessionFacts, type Role, type Session } from '../session/session'

interface SignInFormProps {
  baseUrl: string
  /** False while the base URL is incomplete. */
  isUsable?: boolean
  workspaceKey?: string | undefined
  /** The session to continue: its workspace, role and kind of sign-in are preselected. */
  renewed?: Session | undefined
  /** An error that it throws is shown as the reason for rejecting the sign-in. */
  onSession: (session: Session) => void | Promise<void>
  /** Shown between the demo and the other ways to sign in. */
  children?: ReactNode
}

/** Adds the workspace of the token to the session, if the engine lists it. */
async function withWorkspace(session: Session): Promise<Session> {
  if (factsOf(session.token)?.role === 'operator') return session
  try {
    const { response } = await call(
      workspaceOperations.listOrgWorkspaces,
      { query: { limit: 1 } },
      { session },
    )
    const [workspace] = response.items
    return { ...session, workspaceId: workspace?.id, workspaceName: workspace?.name }
  } catch (error) {
    if (toApiError(error).status === 404) return session
    throw error
  }
}

/**
 * Signs in to the demo, with a token, or with a workspace key and secret. The secret only signs a
 * token in the browser and is not stored.
 */
export function SignInForm({
  baseUrl,
  isUsable = true,
  workspaceKey,
  renewed,
  onSession,
  children,
}: SignInFormProps) {
  const before = sessionFacts(renewed)
  const [error, setError] = useState<ApiError>()
  const [pending, setPending] = useState(false)
  const [token, setToken] = useState('')
  const [key, setKey] = useState(workspaceKey ?? before?.workspaceKey ?? '')
  const [secret, setSecret] = useState('')
  const demo = useQuery({ ...demoQuery(baseUrl), enabled: isUsable })

  async function signIn(make: () => Promise<Session>) {
    if (!isUsable) return
    setError(undefined)
    setPending(true)
    try {
      const session = await withWorkspace(await make())
      setSecret('')
      await onSession(session)
    } catch (error) {
      setError(toApiError(error))
    } finally {
      setPending(false)
    }
  }

  const demoSession = async (role: DemoRole, workspaceId: string | undefined) => ({
    baseUrl,
    ...(
      await call(
        demoOperations.signInToDemo,
        { body: { role, ...(role === 'operator' ? {} : { workspaceId }) } },
        { session: { baseUrl, token: '' } },
      )
    ).response,
  })
  const byToken = (event: FormEvent) => {
    event.preventDefault()
    void signIn(async () => ({ baseUrl, token: token.trim() }))
  }
  const bySecret = (event: FormEvent) => {
    event.preventDefault()
    void signIn(async () => ({
      baseUrl,
      token: await tokenFromSecret(key.trim(), secret.trim(), 'Console'),
    }))
  }

  return (
    <Stack gap="md">
      {error !== undefined && <ErrorAlert error={error} />}
      {demo.data !== undefined && (
        <DemoSignIn
          note={demo.data.note}
          workspaces={demo.data.workspaces}
          pending={pending}
          before={{ workspaceId: renewed?.workspaceId, role: before?.role }}
          onChoose={(role, workspaceId) => void signIn(() => demoSession(role, workspaceId))}
          onStory={
            renewed === undefined
              ? (story) =>
                  void signIn(async () => {
                    const session = await demoSession('admin', undefined)
                    startStory(story)
                    return session
                  })
              : undefined
          }
        />
      )}
      {children}
      <Tabs defaultValue={before?.signedBy === 'secret' ? 'secret' : 'token'} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="token">Access token</Tabs.Tab>
          <Tabs.Tab value="secret">Workspace key and secret</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="token" pt="sm">
          <form onSubmit={byToken}>
            <Stack gap="sm">
              <PasswordInput
                label="Access token"
                description="Kept until you close the tabs of this console."
                value={token}
                onChange={(event) => setToken(event.currentTarget.value)}
                required
                autoComplete="off"
              />
              <Button
                type="submit"
                loading={pending}
                variant={demo.data === undefined ? 'filled' : 'default'}
              >
                Sign in with the token
              </Button>
            </Stack>
          </form>
        </Tabs.Panel>
        <Tabs.Panel value="secret" pt="sm">
          <form onSubmit={bySecret}>
            <Stack gap="sm">
              <TextInput
                label="Workspace key"
                value={key}
                onChange={(event) => setKey(event.currentTarget.value)}
                required
                autoComplete="off"
              />
              <PasswordInput
                label="Workspace secret"
                description="Signs a one-hour token in your browser. It is never sent or stored."
                value={secret}
                onChange={(event) => setSecret(event.currentTarget.value)}
                required
                autoComplete="off"
              />
              <Button
                type="submit"
                loading={pending}
                variant={demo.data === undefined ? 'filled' : 'default'}
              >
                Sign in with the secret
              </Button>
            </Stack>
          </form>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

interface DemoSignInProps {
  note: string
  workspaces: { id: string; name: string; type: 'production' | 'development' }[]
  pending: boolean
  /** The session to continue; neither is known at the first sign-in. */
  before: { workspaceId: string | undefined; role: Role | undefined }
  onChoose: (role: DemoRole, workspaceId: string | undefined) => void
  /** Presents a story; absent where a session is to be continued. */
  onStory: ((story: StoryName) => void) | undefined
}

const demoRoles = [
  {
    role: 'admin',
    label: 'Sign in as admin',
    sees: 'One workspace: its settings, limits, alerts, apps and connectors.',
  },
  {
    role: 'operator',
    label: 'Sign in as operator',
    sees: 'Every workspace, and the limits that override what workspaces set.',
  },
  {
    role: 'reader',
    label: 'Sign in as reader',
    sees: 'Connectors, apps, connections and actions, without changing anything.',
  },
] as const
type DemoRole = (typeof demoRoles)[number]['role']

function DemoSignIn({ note, workspaces, pending, before, onChoose, onStory }: DemoSignInProps) {
  const id = useId()
  const [workspaceId, setWorkspaceId] = useState<string | null>(
    before.workspaceId ?? workspaces[0]?.id ?? null,
  )
  const chosen = workspaces.find(({ id }) => id === workspaceId)
  return (
    <Alert color="signal" title="Demo data">
      <Stack gap="sm">
        <Text fz="sm">{note}</Text>
        <Select
          label="Workspace"
          data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspaceId}
          onChange={setWorkspaceId}
          allowDeselect={false}
          rightSectionWidth={110}
          rightSection={chosen !== undefined && <WorkspaceBadges type={chosen.type} />}
          rightSectionPointerEvents="none"
        />
        {demoRoles.map(({ role, label, sees }) => (
          <div key={role} className={classes['choice']}>
            <Button
              loading={pending}
              variant={role === (before.role ?? 'admin') ? 'filled' : 'default'}
              aria-describedby={`${id}-${role}`}
              onClick={() => onChoose(role, workspaceId ?? undefined)}
            >
              {label}
            </Button>
            <Text fz="xs" id={`${id}-${role}`}>
              {sees}
            </Text>
          </div>
        ))}
        {onStory !== undefined && (
          <div>
            <Text component="h2" fz="sm" fw={620} mb={4}>
              Or watch a story
            </Text>
            <Stack gap="xs">
              {storyNames.map((story) => (
                <div key={story} className={classes['choice']}>
                  <Button
                    loading={pending}
                    variant="default"
                    aria-describedby={`${id}-${story}`}
                    onClick={() => onStory(story)}
                  >
                    {stories[story].title}
                  </Button>
                  <Text fz="xs" id={`${id}-${story}`}>
                    {stories[story].summary}
                  </Text>
                </div>
              ))}
            </Stack>
          </div>
        )}
      </Stack>
    </Alert>
  )
}

/** Remembered sign-ins. */
export function RememberedProfiles({
  onChoose,
}: {
  onChoose: (baseUrl: string, workspaceKey: string | undefined) => void
}) {
  const [known, setKnown] = useState(profiles)
  if (known.length === 0) return null
  return (
    <div>
      <Text fz="xs" c="dimmed" mb={2}>
        Recent sign-ins
      </Text>
      <Group gap="sm">
        {known.map((profile) => {
          const { baseUrl, name, workspaceKey } = profile
          return (
            <Group key={`${baseUrl} ${workspaceKey ?? ''}`} gap={2}>
              <Anchor
                component="button"
                type="button"
                fz="sm"
                onClick={() => onChoose(baseUrl, workspaceKey)}
              >
                {name}
              </Anchor>
              <CloseButton
                size="xs"
                aria-label={`Forget ${name}`}
                onClick={() => {
                  forgetProfile(profile)
                  setKnown(profiles())
                }}
              />
            </Group>
          )
        })}
      </Group>
    </div>
  )
}
