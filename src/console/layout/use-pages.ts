import { useLocation } from '@tanstack/react-router'
import { useIsDemo } from '@/console/api/demo'
import { useHasExtensions } from '@/console/api/workspaces'
import { useIsAdmin, useIsTenant } from '@/console/session/use-session'
import { pageAt, pages, type Page } from './navigation'

/** Returns the pages that the user's token and the engine allow. */
export function useAvailablePages(): readonly Page[] {
  const hasExtensions = useHasExtensions()
  const isDemo = useIsDemo()
  const isAdmin = useIsAdmin()
  const isTenant = useIsTenant()
  return pages.filter(
    ({ workspace, admin, extension, demo }) =>
      (demo === undefined || isDemo) &&
      (workspace === undefined || !isTenant) &&
      (admin === undefined || isAdmin) &&
      (extension === undefined || hasExtensions),
  )
}

/** Returns the one among some pages that is open. */
export function useCurrentPage(among: readonly Page[]): Page | undefined {
  return useLocation({ select: ({ pathname }) => pageAt(pathname, among) })
}
