// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { declineRenewal, renewSession, setSession } from './current-session'
import { shareSession } from './shared-session'

/** Opens another tab, and returns the session that it gets from the first one. */
async function sessionOfNewTab() {
  sessionStorage.clear()
  vi.resetModules()
  const tab = await import('./shared-session')
  tab.shareSession()
  return tab.findSession()
}

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
