// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { currentSession, setSession } from './current-session'
import { profiles, rememberProfile } from './profiles'

afterEach(() => vi.unstubAllGlobals())

test('a full storage does not keep anybody from signing in', () => {
  const full = {
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    },
  }
  vi.stubGlobal('localStorage', full)
  vi.stubGlobal('sessionStorage', full)
  const session = { baseUrl: '/api', token: 'token' }
  expect(() => setSession(session)).not.toThrow()
  expect(() => rememberProfile({ baseUrl: '/api', name: 'Shop' })).not.toThrow()
  expect(currentSession()).toBe(session)
})

test('the latest eight sign-ins are remembered, the latest first and each once', () => {
  const sign = (workspaceKey: string) =>
    rememberProfile({ baseUrl: '/api', name: workspaceKey, workspaceKey })
  for (const key of 'abcdefghij') sign(key)
  sign('e')
  expect(
    profiles()
      .map(({ name }) => name)
      .join(''),
  ).toBe('ejihgfdc')
})

test('sign-ins that cannot be read are forgotten', () => {
  localStorage.setItem('signalbox-profiles', '[{"name":')
  expect(profiles()).toEqual([])
})
