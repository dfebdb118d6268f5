import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { refuseFileDrops } from '@/console/browser/refuse-file-drops'
import { NotFoundPage, StandalonePage } from '@/console/layout/page-states'
import { useSignOut } from '@/console/layout/use-sign-out'
import { onSignOutRequest } from '@/console/session/shared-session'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: () => (
    <StandalonePage title="Page not found">
      <NotFoundPage />
    </StandalonePage>
  ),
})

/** Every page. It signs out when the user does so everywhere, and stays when a file is dropped. */
function Root() {
  const signOut = useEffectEvent(useSignOut())
  useEffect(() => onSignOutRequest(() => void signOut()), [])
  useEffect(refuseFileDrops, [])
  return <Outlet />
}
