// @vitest-environment happy-dom
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { currentSession, declineRenewal, renewSession, setSession } from './current-session'
import { shareSession } from './shared-session'

// This browser has no locks.
beforeAll(() => vi.stubGlobal('navigator', {}))
afterAll(() => vi.unstubAllGlobals())

/** Opens another tab, which has modules of its own. */
async function newTab() {
  sessionStorage.clear()
  vi.resetModules()
  const tab = { ...(await import('./shared-session')), ...(await import('./current-session')) }
  tab.shareSession()
  return tab
}

/** Opens another tab, and returns the session that it gets from the first one. */
const sessionOfNewTab = async () => (await newTab()).findSession()

test('a new tab gets the session, unless its token is no longer accepted', async () => {
  shareSession()
  setSession({ baseUrl: '/api', token: 'first' })
  void renewSession()
  expect(await sessionOfNewTab(), 'while the user is asked to sign in').toBeUndefined()
  declineRenewal()
  expect(await sessionOfNewTab(), 'after they declined').toBeUndefined()
  const session = { baseUrl: '/api', token: 'second' }
  setSession(session)
  expect(await sessionOfNewTab()).toEqual(session)
})

test('an expired session continues with a sign-in in another tab for its workspace', async () => {
  shareSession()
  const sessionFor = (workspaceKey: string, name: string) => ({
    baseUrl: '/api',
    token: new UnsecuredJWT({ workspaceKey, isAdmin: true, name }).encode(),
  })
  setSession(sessionFor('shop', 'before'))
  declineRenewal()
  const tab = await newTab()
  const again = sessionFor('shop', 'again')
  // The first is not shared.
  for (const session of [sessionFor('shop', 'first'), sessionFor('bank', 'other'), again])
    tab.setSession(session)
  await vi.waitFor(() => expect(currentSession()).toEqual(again))
})

test('who signs in or out stays so, whatever the other tabs answer', async () => {
  const tab = await newTab()
  const found = tab.findSession()
  const session = { baseUrl: '/api', token: 'typed' }
  tab.setSession(session)
  expect(await found).toBe(session)
  tab.setSession(undefined)
  expect(await tab.findSession()).toBeUndefined()
})
