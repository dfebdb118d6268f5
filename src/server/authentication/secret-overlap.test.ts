import { SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { workspaceWithStateSchema } from '@/contract/workspaces'
import type { TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'

const start = Date.parse('2026-05-04T10:00:00Z')
let now = start
const hours = (count: number) => count * 3_600_000
const rotation = z.object({ secret: z.string(), previousSecretUntil: z.string().optional() })

let workspace: TestWorkspace
const api = await apiPerFile({ clock: () => new Date(now) })
beforeEach(async () => {
  now = start
  workspace = await api.newWorkspace('Overlap')
})

/** A token of the workspace that is valid for 23 hours, and for the server's clock. */
const signedWith = (secret: string) =>
  new SignJWT({ workspaceKey: workspace.key, isAdmin: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(new Date(now + hours(23)))
    .sign(new TextEncoder().encode(secret))
const statusOf = async (token: string) =>
  (await api.request('GET', '/connectors', { token })).status
const operator = () =>
  api.dependencies.serverTokens.sign({ operator: true, name: 'Operator' }, new Date(now))
const path = () => `/org-workspaces/${workspace.id}`
const send = async (body: object = {}) =>
  api.request('POST', `${path()}/rotate-secret`, { token: await operator(), body })
const rotate = async (overlapHours: number) => rotation.parse((await send({ overlapHours })).body)
const state = async () => {
  const { body } = await api.request('GET', path(), { token: await operator() })
  return workspaceWithStateSchema.parse(body)
}

test('the old secret verifies tokens until its overlap ends', async () => {
  const [before, cached] = [await signedWith(workspace.secret), await signedWith(workspace.secret)]
  expect(await statusOf(cached)).toBe(200)
  const { secret, previousSecretUntil } = await rotate(8)
  expect(previousSecretUntil).toBe(new Date(now + hours(8)).toISOString())
  expect((await state()).previousSecretsUntil).toEqual([previousSecretUntil])

  now += hours(8) - 1000
  const after = await signedWith(secret)
  for (const token of [before, cached, after]) expect(await statusOf(token)).toBe(200)
  // Those that are cached by now end with the secret, too.
  now += 1000
  for (const token of [before, cached]) expect(await statusOf(token)).toBe(401)
  expect(await statusOf(after)).toBe(200)
  expect((await state()).previousSecretsUntil).toBeUndefined()
})

test('each secret has its own overlap, and a rotation without one ends them all', async () => {
  const first = await signedWith(workspace.secret)
  const { secret } = await rotate(24)
  const second = await signedWith(secret)
  await rotate(1)
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
  now += hours(1)
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 401])

  expect((await send()).status).toBe(200)
  expect(await statusOf(first)).toBe(401)
})

test('who has only the old secret neither sees the new one nor issues tokens', async () => {
  const old = await signedWith(workspace.secret)
  const { secret } = await rotate(8)
  const read = async (token: string) => (await api.request('GET', path(), { token })).body
  const issue = async (token: string) => {
    const body = { kind: 'service', isAdmin: true, name: 'Deploy' }
    return (await api.request('POST', `${path()}/access-token`, { token, body })).status
  }
  expect(await read(old)).not.toHaveProperty('secret')
  expect(await issue(old)).toBe(403)
  const current = await signedWith(secret)
  expect(await read(current)).toMatchObject({ secret })
  expect(await issue(current)).toBe(200)

  const patched = await api.request('PATCH', path(), { token: old, body: { name: 'Renamed' } })
  expect(patched.status).toBe(200)
  expect(patched.body).not.toHaveProperty('secret')
  const rotated = await api.request('POST', `${path()}/rotate-secret`, {
    token: old,
    body: { overlapHours: 8 },
  })
  expect(rotated.status).toBe(200)
  expect(rotated.body).not.toHaveProperty('secret')
})

test('who has only the old secret registers no key that would outlive it', async () => {
  const old = await signedWith(workspace.secret)
  const { secret } = await rotate(8)
  const jwk = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])
  const publicKey = JSON.stringify(await crypto.subtle.exportKey('jwk', jwk.publicKey))
  const keys = [{ publicKeys: [{ name: 'key', publicKey }] }, { jwksUri: 'https://keys.example/' }]
  const patch = async (token: string, body: object) =>
    (await api.request('PATCH', path(), { token, body })).status
  for (const body of keys) {
    expect(await patch(old, body)).toBe(403)
    expect(await patch(await signedWith(secret), body)).toBe(200)
    expect(await patch(old, { ...body, name: 'Renamed' }), 'as they are').toBe(200)
  }
  expect(await patch(old, { publicKeys: [], jwksUri: null })).toBe(403)
})

test('a workspace that refuses its secret also refuses previous secrets', async () => {
  const token = await signedWith(workspace.secret)
  await rotate(8)
  const jwk = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])
  const publicKey = JSON.stringify(await crypto.subtle.exportKey('jwk', jwk.publicKey))
  const body = {
    publicKeys: [{ name: 'key', publicKey }],
    settings: { disableSecretKeyAuth: true },
  }
  const patched = await api.request('PATCH', path(), { token: await operator(), body })
  expect(patched.status).toBe(200)
  expect(await statusOf(token)).toBe(401)
})

test('after the clock was set back, no secret is valid for longer than an overlap', async () => {
  now += hours(100)
  await rotate(24)
  now = start
  expect(await statusOf(await signedWith(workspace.secret))).toBe(401)
  expect((await state()).previousSecretsUntil).toBeUndefined()
})

test.each([-1, 25, 1.5, '8'])('an overlap of %j hours is refused', async (overlapHours) => {
  expect((await send({ overlapHours })).status).toBe(400)
})
