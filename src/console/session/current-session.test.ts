// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import {
  declineCount,
  declineRenewal,
  isExpired,
  isRenewing,
  renewalReason,
  renewSession,
  setQuietRenewal,
  setSession,
  untilRenewed,
} from './current-session'

const session = { baseUrl: '/api', token: 'first' }
beforeEach(() => setSession(session))

test('requests wait together for the user to sign in again', async () => {
  const waiting = [renewSession(), renewSession()]
  expect(isRenewing()).toBe(true)
  setSession({ ...session, token: 'second' })
  expect(await Promise.all(waiting)).toEqual([true, true])
  expect([isRenewing(), isExpired()]).toEqual([false, false])
})

test('the user is told the first reason that any of the waiting requests knows', () => {
  for (const reason of [undefined, 'Archived', 'Revoked']) void renewSession(reason)
  expect(renewalReason()).toBe('Archived')
})

test('a user who closes the sign-in dialog has an expired session until they sign in', async () => {
  const before = declineCount()
  const waiting = renewSession()
  declineRenewal()
  expect(await waiting).toBe(false)
  expect([isRenewing(), isExpired(), declineCount() - before]).toEqual([false, true, 1])
  const again = renewSession()
  expect(isRenewing(), 'asked again').toBe(true)
  setSession({ ...session, token: 'second' })
  expect([await again, isExpired()]).toEqual([true, false])
})

test('a request waits for the next sign-in, unless it is cancelled', async () => {
  await untilRenewed()
  declineRenewal()
  const [waiting, request] = [untilRenewed(), new AbortController()]
  const cancelled = untilRenewed(request.signal)
  request.abort()
  await expect(cancelled).rejects.toThrow('cancelled')
  await expect(untilRenewed(AbortSignal.abort()), 'before it waits').rejects.toThrow('cancelled')
  setSession({ ...session, token: 'second' })
  await waiting
})

test('a session that has ended does not expire', () => {
  setSession(undefined)
  declineRenewal()
  expect(isExpired()).toBe(false)
})

test('a session of the identity provider is renewed without the user if that works', async () => {
  const account = { name: 'Ann', subject: '1', workspaces: [], expiresAt: '', renewal: 'sealed' }
  setSession({ ...session, account })
  let works = true
  setQuietRenewal(async () => works)
  expect([await renewSession(), isRenewing()]).toEqual([true, false])
  works = false
  void renewSession()
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
})
