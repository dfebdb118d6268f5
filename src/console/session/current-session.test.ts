// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import {
  declineCount,
  declineRenewal,
  isExpired,
  isRenewing,
  renewSession,
  setSession,
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

test('a session that has ended does not expire', () => {
  setSession(undefined)
  declineRenewal()
  expect(isExpired()).toBe(false)
})
