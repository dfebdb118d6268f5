import { UnsecuredJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { roleOf, sessionFacts } from './session'

const parse = vi.hoisted(() => vi.fn<(token: string) => object>())
vi.mock(import('jose'), async (original) => {
  const jose = await original()
  return { ...jose, decodeJwt: parse.mockImplementation(jose.decodeJwt) }
})

test('the token of a session is parsed once, and that of a renewed session again', () => {
  const tokenOf = (name: string) => new UnsecuredJWT({ workspaceKey: 'shop', name }).encode()
  const session = { baseUrl: '/api', token: tokenOf('Ada') }
  for (const name of ['Ada', 'Ada', 'Ada']) expect(sessionFacts(session)?.name).toBe(name)
  expect(sessionFacts({ ...session, token: tokenOf('Grace') })?.name).toBe('Grace')
  const broken = { baseUrl: '/api', token: 'no token' }
  expect([sessionFacts(broken), sessionFacts(broken)]).toEqual([undefined, undefined])
  expect(parse).toHaveBeenCalledTimes(3)
})

test.each([
  ['an opaque token', 'pat-1', 'admin'],
  ['a token of another issuer', new UnsecuredJWT({ iss: 'https://id.example' }).encode(), 'admin'],
  ['a token of a workspace', new UnsecuredJWT({ workspaceKey: 'shop' }).encode(), 'reader'],
  ['a token of a tenant', new UnsecuredJWT({ iss: 'shop', id: 'acme' }).encode(), 'tenant'],
])('the role of %s', (_kind, token, role) => {
  expect(roleOf({ baseUrl: 'https://engine.example', token })).toBe(role)
})
