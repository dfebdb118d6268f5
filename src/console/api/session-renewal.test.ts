// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentSession, selectWorkspace, setSession } from '@/console/session/current-session'
import { renewQuietly } from './session-renewal'

const workspaces = ['1', '2'].map((id) => ({ id, name: `Shop ${id}`, role: 'admin' as const }))
const expiresAt = new Date(Date.now() + 60_000).toISOString()
const account = { name: 'Ann', subject: 'ann', workspaces, expiresAt, renewal: 'sealed' }
const session = { baseUrl: 'http://engine.example/api', token: 'old', workspaceId: '1', account }

let respond = (_status: number, _body: object) => {}

beforeEach(() => {
  // This browser has no locks.
  vi.stubGlobal('navigator', {})
  const response = new Promise<Response>((resolve) => {
    respond = (status, body) => resolve(new Response(JSON.stringify(body), { status }))
  })
  vi.stubGlobal('fetch', () => response)
  setSession(session)
})
afterEach(() => {
  vi.unstubAllGlobals()
  setSession(undefined)
})

test('a session is renewed in the workspace that its user has chosen meanwhile', async () => {
  const renewal = renewQuietly()
  selectWorkspace('2')
  respond(200, { ...account, token: 'new' })
  expect(await renewal).toBe(true)
  const renewed = { token: 'new', workspaceId: '2', workspaceName: 'Shop 2' }
  expect(currentSession()).toMatchObject(renewed)
})

test('a refused renewal is not tried again, whichever workspace is chosen meanwhile', async () => {
  const renewal = renewQuietly()
  selectWorkspace('2')
  respond(403, { message: 'No' })
  expect(await renewal).toBe(false)
  expect(currentSession()).toMatchObject({ token: 'old', workspaceId: '2' })
  expect(currentSession()?.account).toEqual({ ...account, renewal: undefined })
})

test('a renewal that arrives after the user signed out does not sign them in again', async () => {
  const renewal = renewQuietly()
  setSession(undefined)
  respond(200, { ...account, token: 'new' })
  await renewal
  expect(currentSession()).toBeUndefined()
})
