import { Button, Group, Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { workspacesQuery } from '@/console/api/workspaces'
import { EmptyState } from '@/console/layout/page-states'
import { useSignOut } from '@/console/layout/use-sign-out'
import { findSession } from '@/console/session/shared-session'
import { IconMapPinOff } from '@/console/ui/icons.gen'

/**
 * Redirects to the workspace of the token, or the first one that it can access. An archived one can
 * be restored.
 */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const session = await findSession()
    if (session === undefined) throw redirect({ to: '/sign-in' })
    const workspaces =
      session.workspaceId === undefined
        ? await context.queryClient.ensureQueryData(workspacesQuery)
        : []
    const first = workspaces.find(({ archivedAt }) => archivedAt === undefined) ?? workspaces[0]
    const workspaceId = session.workspaceId ?? first?.id
    if (workspaceId !== undefined)
      throw redirect({ to: '/w/$workspaceId', params: { workspaceId } })
  },
  component: NoWorkspacePage,
})

/** Says that there is no workspace to open, as in a new organization. */
function NoWorkspacePage() {
  const client = useQueryClient()
  const router = useRouter()
  const signOut = useSignOut()
  useDocumentTitle('Signalbox')

  function retry() {
    client.removeQueries({ queryKey: workspacesQuery.queryKey })
    void router.invalidate()
  }
  return (
    <main className="page-wide">
      <EmptyState isPage icon={<IconMapPinOff />} title="No workspaces yet">
        <Stack align="center" gap="xs">
          <span>
            An operator creates one through the API, with{' '}
            <span className="mono">POST /org-workspaces</span>.
          </span>
          <Group gap="xs">
            <Button size="compact-sm" onClick={retry}>
              Try again
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => void signOut()}>
              Sign out
            </Button>
          </Group>
        </Stack>
      </EmptyState>
    </main>
  )
}
