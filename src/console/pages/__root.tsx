import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { LoadingPage } from '../layout/page-states'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Pages })

/** The first page is rendered as a deferred value: in slices, between which the browser stays free, and not in one go. */
function Pages() {
  const hasBegun = useDeferredValue(true, false)
  return hasBegun ? <Outlet /> : <LoadingPage />
}
