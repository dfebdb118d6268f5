// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { rememberProfile } from './profiles'
import { currentSession, setSession } from './current-session'

afterEach(() => vi.unstubAllGlobals())

test('a full storage does not keep anybody from signing in', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    },
  }
  vi.stubGlobal('localStorage', full)
  vi.stubGlobal('sessionStorage', full)
  const session = { baseUrl: '/api', token: 'token' }
  expect(() => setSession(session)).not.toThrow()
  expect(() => rememberProfile({ baseUrl: '/api', name: 'Shop', usedAt: '2026' })).not.toThrow()
  expect(currentSession()).toBe(session)
})
