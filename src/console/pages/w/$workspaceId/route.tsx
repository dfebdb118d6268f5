import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { toApiError } from '../../../api/api-error'
import { workspaceQuery, workspacesQuery } from '../../../api/workspaces'
import { Shell } from '../../../layout/shell'
import { currentSession, factsOf } from '../../../session/session'

/** What a reader, who may not see the record, sees of the workspace: its line in the list. */
export const Route = createFileRoute('/w/$workspaceId')({
  beforeLoad: ({ location }) => {
    if (currentSession() === undefined)
      throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  loader: async ({ context, params }) => {
    const role = factsOf(currentSession()?.token ?? '')?.role
    if (role === 'reader' || role === 'tenant') {
      await context.queryClient.ensureQueryData(workspacesQuery).catch((error: unknown) => {
        if (!toApiError(error).isMissing) throw error
      })
      return { readsRecord: false }
    }
    await context.queryClient.ensureQueryData(workspaceQuery(params.workspaceId))
    return { readsRecord: true }
  },
  component: WorkspaceLayout,
})

function WorkspaceLayout() {
  const { readsRecord } = Route.useLoaderData()
  return readsRecord ? <WithRecord /> : <WithoutRecord />
}

function WithRecord() {
  const { workspaceId } = Route.useParams()
  const { data } = useSuspenseQuery(workspaceQuery(workspaceId))
  return (
    <Shell workspace={data.response}>
      <Outlet />
    </Shell>
  )
}

function WithoutRecord() {
  const { workspaceId } = Route.useParams()
  const { data = [] } = useQuery(workspacesQuery)
  return (
    <Shell
      workspace={
        data.find(({ id }) => id === workspaceId) ?? { id: workspaceId, name: 'Workspace' }
      }
    >
      <Outlet />
    </Shell>
  )
}
