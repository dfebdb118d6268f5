// @vitest-environment happy-dom
import { UnsecuredJWT } from 'jose'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { setSession } from '@/console/session/current-session'
import { renderHook } from '@/console/testing/render'
import { useRestoreList, type RestoreList } from './use-restore-list'

const at = '2026-01-01T00:00:00.000Z'
const archived = (id: string) => ({
  id,
  key: `key-${id}`,
  name: id,
  uuid: `uuid-${id}`,
  isPublic: false,
  isReadOnly: false,
  categories: [],
  createdAt: at,
  updatedAt: at,
  archivedAt: at,
})

/** Serves a workspace with so many apps, and returns the paths that were requested. */
function serveApps(total: number): string[] {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const { pathname, searchParams } = new URL(typeof input === 'string' ? input : input.url)
    paths.push(`${pathname} ${searchParams.get('limit') ?? ''}`.trim())
    const id = pathname.split('/').at(-1) ?? ''
    return Response.json(
      id === 'search' ? { items: [archived('a'), archived('b')], total } : archived(id),
    )
  })
  setSession({
    baseUrl: 'http://engine.example',
    token: new UnsecuredJWT({ workspaceKey: 'shop', isAdmin: true }).encode(),
  })
  return paths
}

/** Previews a list, and returns how many of its apps can be restored. */
async function preview(list: RestoreList): Promise<number> {
  const state = renderHook(() => useRestoreList('1', list, true))
  await act(() => vi.waitFor(() => expect(state().stage).toBe('ready')))
  return state().count ?? 0
}

afterEach(() => vi.unstubAllGlobals())

test('few ticked apps of a long list are read one by one, many with the list', async () => {
  const ofLong = serveApps(5000)
  expect(await preview({ selectors: ['a', 'b'] })).toBe(2)
  expect(ofLong).toEqual(['/external-apps/search 1', '/external-apps/a', '/external-apps/b'])
  const ofShort = serveApps(1500)
  expect(await preview({ selectors: ['a', 'b'] })).toBe(2)
  expect(ofShort).toEqual(['/external-apps/search 1', '/external-apps/search 1000'])
})

test('a pasted list is looked up in the whole list: its keys can be those of others', async () => {
  const paths = serveApps(5000)
  const names = { givenAs: new Map<string, string>(), shared: new Set<string>() }
  expect(await preview({ selectors: ['key-a'], names })).toBe(1)
  expect(paths).toEqual(['/external-apps/search 1000'])
})
