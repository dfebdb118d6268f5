// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, createElement } from 'react'
import { expect, test } from 'vitest'
import { render } from '@/console/testing/render'
import { dropLateNavigations } from './drop-late-navigations'

test('a page that is being left no longer changes the address', async () => {
  let search: ((text: string) => Promise<void>) | undefined
  let finishLoading = () => {}
  const root = createRootRoute()
  const list = createRoute({
    getParentRoute: () => root,
    path: '/w/$workspaceId/apps',
    component: () => {
      const navigate = list.useNavigate()
      search = (q) => navigate({ search: { q } })
      return null
    },
  })
  const reference = createRoute({
    getParentRoute: () => root,
    path: '/reference',
    loader: () => new Promise<void>((done) => (finishLoading = done)),
  })
  const router = createRouter({
    routeTree: root.addChildren([list, reference]),
    history: createMemoryHistory({ initialEntries: ['/w/1/apps'] }),
  })
  dropLateNavigations(router)
  await act(async () => {
    render(createElement(RouterProvider, { router }))
    await router.load()
  })
  await act(async () => search?.('typed'))
  expect(router.state.location.href).toBe('/w/1/apps?q=typed')

  let leaving: Promise<void> | undefined
  await act(async () => {
    leaving = router.navigate({ to: '/reference' })
    await Promise.resolve()
  })
  await act(async () => search?.('typed late'))
  finishLoading()
  await act(async () => leaving)
  expect(router.state.location.href).toBe('/reference')
})
