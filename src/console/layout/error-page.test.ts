// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, createElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '@/console/api/api-error'
import { draftKey, keepDraft, keptDraft } from '@/console/session/kept-drafts'
import { render } from '@/console/testing/render'
import { ErrorAlert } from './error-alert'
import { ErrorPage } from './error-page'

const key = draftKey('1', 'settings')
beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/**
 * Opens a page that renders its stored draft; returns its text and a function to click a button.
 */
async function openPage(draw: () => string) {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/w/$workspaceId/settings',
    component: draw,
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/w/1/settings'] }),
    defaultErrorComponent: ErrorPage,
  })
  const { place } = render(createElement(RouterProvider, { router }))
  await act(() => router.load())
  const button = (name: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  return {
    text: () => place.textContent,
    has: (name: string) => button(name) !== undefined,
    press: (name: string) =>
      act(async () => {
        button(name)?.click()
        await router.load()
      }),
  }
}

test('a draft that breaks its page can be discarded, and the page then works', async () => {
  keepDraft(key, 'impossible')
  const page = await openPage(() => {
    if (keptDraft(key, z.string()) !== undefined) throw new Error('This cannot be rendered')
    return 'The page works'
  })
  expect(page.text()).toContain('This cannot be rendered')
  await page.press('Try again')
  expect(page.text(), 'trying again loses nothing').toContain('This cannot be rendered')
  expect(page.has('Copy unsaved changes')).toBe(true)
  await page.press('Discard unsaved changes')
  expect(page.text()).toContain('The page works')
})

test('a page that failed to load does not mention unsaved changes', async () => {
  keepDraft(key, 'fine')
  const page = await openPage(() => {
    throw new ApiError(500, 'Something failed')
  })
  expect(page.text()).toContain('Something failed')
  expect(page.has('Discard unsaved changes')).toBe(false)
})

test('whose token is refused can sign in with another one', async () => {
  const page = await openPage(() => {
    throw new ApiError(401, 'This token has expired')
  })
  expect(page.text()).toContain('Sign in with another token')
})

test('a page with a missing file offers a reload', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  const page = await openPage(() => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/settings-1.js')
  })
  expect(page.text()).toContain('A new version is available')
  expect(page.has('Reload')).toBe(true)
})

/** Lets no request reach the server of the console until `responds` is set. */
function unreachableHost() {
  const host = { responds: false }
  vi.stubGlobal('fetch', async () => {
    if (!host.responds) throw new TypeError('Failed to fetch')
    return new Response()
  })
  return host
}

test('a page whose file can’t be fetched opens once the server responds', async () => {
  const host = unreachableHost()
  vi.useFakeTimers()
  const page = await openPage(() => {
    if (!host.responds) throw new TypeError('Failed to fetch dynamically imported module: /a.js')
    return 'Open'
  })
  expect(page.text()).toContain('Can’t reach the server')
  expect(page.text()).not.toContain('new version')
  host.responds = true
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(page.text()).toMatch(/Open$/)
  vi.useRealTimers()
})

test('a page whose file fails again when the server responds is reloaded', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const host = unreachableHost()
  vi.useFakeTimers()
  const page = await openPage(() => {
    throw new TypeError('error loading dynamically imported module: /a.js')
  })
  expect(page.text()).toContain('Can’t reach the server')
  expect(reload).not.toHaveBeenCalled()
  host.responds = true
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(reload).toHaveBeenCalled()
  expect(page.text()).not.toContain('new version')
  vi.useRealTimers()
})

test('a record that does not exist is not read again, unlike what a gateway cannot find', () => {
  const hasRetry = (key?: string) => {
    const error = new ApiError(404, 'There is no such app', { key })
    const { place } = render(createElement(ErrorAlert, { error, onRetry: () => {} }))
    return place.textContent.includes('Try again')
  }
  expect(hasRetry('not_found')).toBe(false)
  expect(hasRetry()).toBe(true)
})
