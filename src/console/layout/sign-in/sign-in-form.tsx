import { Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError, toApiError } from '@/console/api/api-error'
import { responseOf } from '@/console/api/client'
import { demoQuery } from '@/console/api/demo'
import { anonymous } from '@/console/api/send'
import { hasWebCrypto } from '@/console/browser/web-crypto'
import { startStory } from '@/console/presenter/progress'
import { tokenIn } from '@/console/session/pasted-token'
import { factsOf, sessionFacts, type Session } from '@/console/session/session'
import { loadPart } from '@/console/ui/loading/load-part'
import { preloadWhenIdle } from '@/console/ui/loading/load-when-idle'
import { demoOperations } from '@/contract/demo'
import { workspaceOperations } from '@/contract/workspaces'
import { ErrorAlert } from '../error-alert'
import { SecretForm, TokenForm } from './credential-forms'
import { DemoSignIn, type DemoRole } from './demo-sign-in'

// Signing takes a library, and most people sign in otherwise.
const loadSecretToken = () => import('@/console/session/secret-token')
preloadWhenIdle(loadSecretToken)

interface SignInFormProps {
  baseUrl: string
  /** False while the base URL is incomplete. */
  isUsable?: boolean
  workspaceKey?: string | undefined
  /** The session to continue: its workspace, role and kind of sign-in are preselected. */
  renewed?: Session | undefined
  /**
   * An error that it throws is shown as the reason for rejecting the sign-in.
   * @param chosenId the workspace to open: a demo's operator chooses one, too
   */
  onSession: (session: Session, chosenId?: string) => void | Promise<void>
  /** Shown between the demo and the other ways to sign in. */
  children?: ReactNode
}

/** Adds the workspace of the token to the session, if the engine lists it. */
async function withWorkspace(session: Session): Promise<Session> {
  if (factsOf(session.token)?.role === 'operator') return session
  try {
    const query = { limit: 1 }
    const { items } = await responseOf(
      workspaceOperations.listOrgWorkspaces,
      { query },
      { session },
    )
    const [workspace] = items
    return { ...session, workspaceId: workspace?.id, workspaceName: workspace?.name }
  } catch (error) {
    if (toApiError(error).isUnsupported) return session
    throw error
  }
}

/** Returns the token in a pasted text. @throws ApiError if no header can hold it */
function tokenFrom(text: string): string {
  const token = tokenIn(text)
  if (!/^[!-~]+$/.test(token))
    throw new ApiError(-1, 'This can’t be a token. Copy all of it, and nothing else.')
  return token
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
  const [failure, setFailure] = useState<{ of: 'demo' | 'form'; error: ApiError }>()
  const [pending, setPending] = useState(false)
  const demo = useQuery({ ...demoQuery(baseUrl), enabled: isUsable })

  /**
   * Signs in, and returns whether the engine accepted the token.
   * @param of where the user signs in: an error is shown there
   */
  async function signIn(
    of: 'demo' | 'form',
    make: () => Promise<Session>,
    chosenId?: string,
  ): Promise<boolean> {
    if (!isUsable) return false
    let isAccepted = false
    setFailure(undefined)
    setPending(true)
    try {
      const session = await withWorkspace(await make())
      isAccepted = true
      await onSession(session, chosenId)
    } catch (error) {
      setFailure({ of, error: toApiError(error) })
    } finally {
      setPending(false)
    }
    return isAccepted
  }

  const demoSession = async (role: DemoRole, workspaceId: string | undefined) => ({
    baseUrl,
    ...(await responseOf(
      demoOperations.signInToDemo,
      { body: { role, ...(role === 'operator' ? {} : { workspaceId }) } },
      anonymous(baseUrl),
    )),
  })
  // With a demo, its buttons are the main ones.
  const submitting = {
    isPending: pending,
    isMain: demo.data === undefined,
    error: failure?.of === 'form' ? failure.error : undefined,
  }
  return (
    <Stack gap="md">
      {failure?.of === 'demo' && <ErrorAlert error={failure.error} />}
      {demo.data !== undefined && (
        <DemoSignIn
          note={demo.data.note}
          workspaces={demo.data.workspaces}
          pending={pending}
          before={{ workspaceId: renewed?.workspaceId, role: before?.role }}
          onChoose={(role, workspaceId) =>
            void signIn('demo', () => demoSession(role, workspaceId), workspaceId)
          }
          onStory={
            renewed === undefined
              ? (story) =>
                  void signIn('demo', async () => {
                    const session = await demoSession('admin', undefined)
                    startStory(story)
                    return session
                  })
              : undefined
          }
        />
      )}
      {children}
      <Tabs
        defaultValue={before?.signedBy === 'secret' ? 'secret' : 'token'}
        keepMounted={false}
        onChange={() => setFailure(undefined)}
      >
        <Tabs.List>
          <Tabs.Tab value="token">Access token</Tabs.Tab>
          <Tabs.Tab value="secret">Workspace key and secret</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="token" pt="sm">
          <TokenForm
            {...submitting}
            onToken={(text) =>
              void signIn('form', async () => ({ baseUrl, token: tokenFrom(text) }))
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="secret" pt="sm">
          <SecretForm
            {...submitting}
            workspaceKey={workspaceKey ?? before?.workspaceKey ?? ''}
            onSecret={(key, secret) =>
              signIn('form', async () => {
                if (!hasWebCrypto())
                  throw new ApiError(-1, 'Signing in with a secret needs https. Use a token.')
                const { tokenFromSecret } = await loadPart(loadSecretToken)
                return { baseUrl, token: await tokenFromSecret(key, secret, 'Console') }
              })
            }
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
