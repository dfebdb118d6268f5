import { Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { demoQuery } from '@/console/api/demo'
import { startStory } from '@/console/presenter/progress'
import { sessionFacts, type Session } from '@/console/session/session'
import { ErrorAlert } from '../error-alert'
import { SecretForm, TokenForm } from './credential-forms'
import { DemoSignIn } from './demo-sign-in'
import { demoSession, sessionOfSecret, sessionOfToken, useSignIn } from './use-sign-in'

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
  const { signIn, isPending, errorAt, clearError } = useSignIn(isUsable, onSession)
  const demo = useQuery({ ...demoQuery(baseUrl), enabled: isUsable })
  // With a demo, its buttons are the main ones.
  const submitting = { isPending, isMain: demo.data === undefined, error: errorAt('form') }

  async function signInToStory(story: Parameters<typeof startStory>[0]): Promise<void> {
    await signIn('demo', async () => {
      const session = await demoSession(baseUrl, 'admin', undefined)
      startStory(story)
      return session
    })
  }

  return (
    <Stack gap="md">
      <ErrorAlert error={errorAt('demo')} />
      {demo.data !== undefined && (
        <DemoSignIn
          note={demo.data.note}
          workspaces={demo.data.workspaces}
          pending={isPending}
          before={{ workspaceId: renewed?.workspaceId, role: before?.role }}
          onChoose={(role, workspaceId) =>
            void signIn('demo', () => demoSession(baseUrl, role, workspaceId), workspaceId)
          }
          onStory={renewed === undefined ? (story) => void signInToStory(story) : undefined}
        />
      )}
      {children}
      <Tabs
        defaultValue={before?.signedBy === 'secret' ? 'secret' : 'token'}
        keepMounted={false}
        onChange={clearError}
      >
        <Tabs.List>
          <Tabs.Tab value="token">Access token</Tabs.Tab>
          <Tabs.Tab value="secret">Workspace key and secret</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="token" pt="sm">
          <TokenForm
            {...submitting}
            onToken={(text) => void signIn('form', () => sessionOfToken(baseUrl, text))}
          />
        </Tabs.Panel>
        <Tabs.Panel value="secret" pt="sm">
          <SecretForm
            {...submitting}
            workspaceKey={workspaceKey ?? before?.workspaceKey ?? ''}
            onSecret={(key, secret) => signIn('form', () => sessionOfSecret(baseUrl, key, secret))}
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
