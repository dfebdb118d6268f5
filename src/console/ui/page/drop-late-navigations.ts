import type { AnyRouter } from '@tanstack/react-router'

/**
 * Drops navigations that come from a page which is already being left, such as a debounced search
 * or a click while the next page loads. They would lead back, or to an address of the old page with
 * the parameters of the next.
 */
export function dropLateNavigations(
  router: Pick<AnyRouter, 'navigate' | 'getMatchedRoutes' | 'latestLocation'>,
): void {
  const { navigate } = router
  router.navigate = (options) => {
    const { from, to } = options
    const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname)
    const isLeft =
      from !== undefined && !matchedRoutes.some((route) => route.fullPath === String(from))
    return isLeft && to === undefined ? Promise.resolve() : navigate(options)
  }
}
