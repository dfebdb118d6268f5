import { createFileRoute, redirect } from '@tanstack/react-router'
import { workspacesQuery } from '../api/workspaces'
import { findSession } from '../session/shared-session'

/** Redirects to the workspace of the token, or the first one that it can access. */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const session = await findSession()
    if (session === undefined) throw redirect({ to: '/sign-in' })
    const workspaceId =
      session.workspaceId ??
      (await context.queryClient.ensureQueryData(workspacesQuery)).find(
        ({ archivedAt }) => archivedAt === undefined,
      )?.id
    if (workspaceId === undefined) throw redirect({ to: '/sign-in' })
    throw redirect({ to: '/w/$workspaceId', params: { workspaceId } })
  },
})
