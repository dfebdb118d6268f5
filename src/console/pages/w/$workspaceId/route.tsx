import { Box } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import {
  createFileRoute,
  Outlet,
  redirect,
  useRouter,
  type ErrorComponentProps,
} from '@tanstack/react-router'
import { useDeferredValue, useLayoutEffect, useState } from 'react'
import { ApiError, toApiError } from '@/console/api/api-error'
import { extensionsQuery, workspaceQuery, workspacesQuery } from '@/console/api/workspaces'
import { ErrorPage } from '@/console/layout/error-page'
import { pages } from '@/console/layout/navigation'
import {
  ArchivedPage,
  EmptyState,
  NotFoundPage,
  StandalonePage,
} from '@/console/layout/page-states'
import { RestoreWorkspace } from '@/console/layout/restore-workspace'
import { Shell } from '@/console/layout/shell/shell'
import { useCurrentPage } from '@/console/layout/use-pages'
import { currentSession, selectWorkspace } from '@/console/session/current-session'
import { isAdminRole, isWorkspaceKey, roleOf } from '@/console/session/session'
import { findSession } from '@/console/session/shared-session'
import { useTokenFacts } from '@/console/session/use-session'
import { IconEyeOff } from '@/console/ui/icons.gen'
import { showsOutline } from '@/console/ui/page/outline'

/**
 * The layout of a workspace. Readers may not read its record, so its list entry is used instead.
 */
export const Route = createFileRoute('/w/$workspaceId')({
  beforeLoad: async ({ location, params, preload }) => {
    if ((await findSession()) === undefined)
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    if (!preload) selectWorkspace(params.workspaceId)
  },
  loader: async ({ context, params }) => {
    if (!isAdminRole(roleOf(currentSession()))) {
      const listed = await context.queryClient
        .ensureQueryData(workspacesQuery)
        .catch((error: unknown) => {
          if (!toApiError(error).isUnsupported) throw error
        })
      // Its pages would show what the token's own workspace has.
      if (listed?.some(({ id }) => id === params.workspaceId) === false)
        throw new ApiError(404, 'This token sees no workspace with this id')
      return { readsRecord: false }
    }
    await context.queryClient.ensureQueryData(workspaceQuery(params.workspaceId))
    return { readsRecord: true }
  },
  component: WorkspaceLayout,
  errorComponent: WorkspaceError,
  // In the frame, unlike that of an address outside a workspace.
  notFoundComponent: NotFoundPage,
})

/** Says why the workspace can't be read. It may be archived, which other engines don't say. */
function WorkspaceError(props: ErrorComponentProps) {
  const { workspaceId } = Route.useParams()
  const router = useRouter()
  // Its failure may be what is shown. "Try again" sends it again.
  const { data: extensions } = useQuery({ ...extensionsQuery, retryOnMount: false })
  const { status, isUnauthorized, isMissing, isForbidden } = toApiError(props.error)
  const isRefused = status >= 400 && status < 500 && status !== 429 && !isUnauthorized
  return (
    <StandalonePage title="Workspace couldn’t be opened">
      <ErrorPage {...props} noun="workspace" />
      {extensions === false && isRefused && (
        <div className="page-wide">
          <Box maw={440} mx={isMissing || isForbidden ? 'auto' : 0}>
            <RestoreWorkspace
              workspaceId={workspaceId}
              onRestored={() => {
                props.reset()
                void router.invalidate()
              }}
            />
          </Box>
        </div>
      )}
    </StandalonePage>
  )
}

function WorkspaceLayout() {
  const { readsRecord } = Route.useLoaderData()
  const [isFirst] = useState(showsOutline)
  // The first page is rendered in slices, between which the browser is free.
  const isRendered = useDeferredValue(true, !isFirst)
  const router = useRouter()
  // The router scrolls to where the user was, or where a link leads, before that.
  useLayoutEffect(() => {
    if (!isFirst || !isRendered) return
    const toLocation = router.latestLocation
    const isChanged = { pathChanged: false, hrefChanged: false, hashChanged: false }
    router.emit({ type: 'onRendered', toLocation, ...isChanged })
  }, [isFirst, isRendered, router])
  if (!isRendered) return null
  return readsRecord ? <WithRecord /> : <WithoutRecord />
}

function WithRecord() {
  const { workspaceId } = Route.useParams()
  const { data } = useSuspenseQuery(workspaceQuery(workspaceId))
  return (
    <Shell workspace={data.response}>
      <AvailablePage isArchived={data.response.archivedAt !== undefined} />
    </Shell>
  )
}

/** Shows the page, or why this engine can't offer it now. */
function AvailablePage({ isArchived = false }: { isArchived?: boolean }) {
  const { workspaceId } = Route.useParams()
  const page = useCurrentPage(pages)
  const { data: extensions } = useQuery(extensionsQuery)
  if (isArchived && page !== undefined && page.archived !== true)
    return <ArchivedPage workspaceId={workspaceId} />
  // What a page lists, and what is being edited or selected in it, is of one workspace.
  if (extensions !== false || page?.extension !== true) return <Outlet key={workspaceId} />
  return (
    <div className="page-wide">
      <EmptyState isPage icon={<IconEyeOff />} title={`The ${page.label} page isn’t available`}>
        This engine only has the documented operations, and none of them offers this page.
      </EmptyState>
    </div>
  )
}

function WithoutRecord() {
  const { workspaceId } = Route.useParams()
  const { data = [] } = useQuery(workspacesQuery)
  // Another engine may not list workspaces, but the token is one of this workspace.
  const key = useTokenFacts()?.workspaceKey
  const name = isWorkspaceKey(key) ? key : 'Workspace'
  return (
    <Shell workspace={data.find(({ id }) => id === workspaceId) ?? { id: workspaceId, name }}>
      <AvailablePage />
    </Shell>
  )
}
