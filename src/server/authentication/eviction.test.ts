import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { workspaceSchema } from '@/contract/workspaces'
import { createOrgWorkspaceAccessToken } from '@/server/services/tokens/create'
import { getOrgWorkspace } from '@/server/services/workspaces/get'
import { rotateOrgWorkspaceSecret } from '@/server/services/workspaces/rotate-secret'
import { updateOrgWorkspace } from '@/server/services/workspaces/update'
import { adminToken, tokenOf, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { authenticate } from './authenticate'

const api = await apiPerFile()

const path = ({ id }: TestWorkspace) => `/org-workspaces/${id}`
const mint = (workspace: TestWorkspace, token: string, body: object = { isAdmin: true }) =>
  api.request('POST', `${path(workspace)}/access-token`, { token, body })
const minted = async (workspace: TestWorkspace, token: string, body?: object) =>
  z.object({ token: z.string() }).parse((await mint(workspace, token, body)).body).token
const statusOf = async (token: string) =>
  (await api.request('GET', '/connectors', { token })).status
const rotate = (workspace: TestWorkspace, token: string) =>
  api.request('POST', `${path(workspace)}/rotate-secret`, { token })
const patch = (workspace: TestWorkspace, token: string, body: object) =>
  api.request('PATCH', path(workspace), { token, body })

const keyPair = () => crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])
const exported = async (key: CryptoKey) => JSON.stringify(await crypto.subtle.exportKey('jwk', key))
const publicKey = async () => exported((await keyPair()).publicKey)
const otherKey = async () => ({ name: 'other', publicKey: await publicKey() })

/** Registers a key, and returns an admin's token that it verifies. */
async function tokenOfKey(workspace: TestWorkspace): Promise<string> {
  const pair = await keyPair()
  const publicKeys = [{ name: 'key', publicKey: await exported(pair.publicKey) }]
  expect((await patch(workspace, api.operatorToken, { publicKeys })).status).toBe(200)
  return new SignJWT({ workspaceKey: workspace.key, isAdmin: true })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setExpirationTime('1h')
    .sign(pair.privateKey)
}

describe('a token that the server issued', () => {
  test.each(['the holder of the secret', 'an operator'])(
    'for %s allows what an admin may do, except issuing tokens and seeing the secret',
    async (issuer) => {
      const workspace = await api.newWorkspace('Issued')
      const owner = issuer === 'an operator' ? api.operatorToken : await adminToken(workspace)
      const token = await minted(workspace, owner)

      const shown = async (as: string) => [
        workspaceSchema.parse((await patch(workspace, as, { name: 'Changed' })).body).secret,
        workspaceSchema.parse((await api.request('GET', path(workspace), { token: as })).body)
          .secret,
      ]
      expect(await shown(token)).toEqual([undefined, undefined])
      expect(await shown(owner)).toEqual([workspace.secret, workspace.secret])
      expect(await mint(workspace, token)).toMatchObject({
        status: 403,
        body: { key: 'access_denied' },
      })
      const created = await api.request('POST', '/connectors', { token, body: { name: 'New' } })
      expect(created.status).toBe(200)
    },
  )

  test('can rotate the secret without seeing the new one', async () => {
    const workspace = await api.newWorkspace('Rotated by a token')
    const token = await minted(workspace, api.operatorToken)
    const { status, body: rotated } = await rotate(workspace, token)
    expect([status, rotated]).toEqual([200, {}])
    expect(await statusOf(token)).toBe(401)
    const { body } = await api.request('GET', path(workspace), { token: api.operatorToken })
    expect(workspaceSchema.parse(body).secret).not.toBe(workspace.secret)
  })

  test('does not get the response of the holder of the secret by its Idempotency-Key', async () => {
    const workspace = await api.newWorkspace('Repeated')
    const owner = await adminToken(workspace)
    const token = await minted(workspace, owner, { isAdmin: true, name: 'Test' })
    const headers = { 'Idempotency-Key': 'the same' }
    const send = (as: string) =>
      api.request('POST', `${path(workspace)}/access-token`, { token: as, headers, body: {} })
    expect((await send(owner)).status).toBe(200)
    expect((await send(token)).status).toBe(403)
  })

  test('is refused without the generation that it was issued in', async () => {
    const workspace = await api.newWorkspace('Without a generation')
    const claims = { workspaceKey: workspace.key, isAdmin: true }
    expect(await statusOf(await api.dependencies.serverTokens.sign(claims, new Date()))).toBe(401)
  })
})

describe('what evicts', () => {
  const everyRole = async (workspace: TestWorkspace) => {
    const owner = await adminToken(workspace)
    return [
      await minted(workspace, owner),
      await minted(workspace, api.operatorToken),
      await minted(workspace, owner, {}),
      await minted(workspace, owner, { tenantKey: 'a tenant' }),
    ]
  }
  const statuses = (tokens: readonly string[]) => Promise.all(tokens.map(statusOf))

  test.each([
    ['rotating the secret', (workspace: TestWorkspace, owner: string) => rotate(workspace, owner)],
    [
      'archiving, also after the workspace is restored',
      async (workspace: TestWorkspace, owner: string) => {
        await api.request('DELETE', path(workspace), { token: owner })
        return api.request('POST', `${path(workspace)}/restore`, { token: api.operatorToken })
      },
    ],
    [
      'refusing tokens signed with the secret',
      async (workspace: TestWorkspace, owner: string) =>
        patch(workspace, owner, {
          publicKeys: [{ name: 'key', publicKey: await publicKey() }],
          settings: { disableSecretKeyAuth: true },
        }),
    ],
  ])('%s refuses every token issued before, at once', async (_what, evict) => {
    const workspace = await api.newWorkspace('Evicting')
    const other = await api.newWorkspace('Another')
    const elsewhere = await minted(other, api.operatorToken)
    const tokens = await everyRole(workspace)
    expect(await statuses(tokens)).toEqual([200, 200, 200, 200])
    expect((await evict(workspace, await adminToken(workspace))).status).toBe(200)
    expect(await statuses(tokens)).toEqual([401, 401, 401, 401])
    expect(await statusOf(elsewhere)).toBe(200)
    expect(await statusOf(await minted(workspace, api.operatorToken))).toBe(200)
  })

  test('other changes of the settings evict nobody', async () => {
    const workspace = await api.newWorkspace('Staying')
    const token = await minted(workspace, api.operatorToken)
    const settings = { enableApiLogs: true, disableSecretKeyAuth: false }
    expect((await patch(workspace, token, { settings, name: 'Stays' })).status).toBe(200)
    expect(await statusOf(token)).toBe(200)
  })

  test.each<[string, (workspace: TestWorkspace) => Promise<[token: string, change: object]>]>([
    ['the secret is rotated', async (workspace) => [await adminToken(workspace), {}]],
    [
      'the key is removed',
      async (workspace) => [await tokenOfKey(workspace), { publicKeys: [await otherKey()] }],
    ],
    [
      'the key is replaced by another of its name',
      async (workspace) => [
        await tokenOfKey(workspace),
        { publicKeys: [{ ...(await otherKey()), name: 'key' }] },
      ],
    ],
  ])(
    'when %s, a caller authenticated just before can’t issue, rotate or read',
    async (_what, prepare) => {
      const workspace = await api.newWorkspace('Raced')
      const [token, change] = await prepare(workspace)
      const authenticated = await authenticate(api.dependencies, `Bearer ${token}`)
      const evict =
        'publicKeys' in change
          ? patch(workspace, api.operatorToken, change)
          : rotate(workspace, api.operatorToken)
      expect((await evict).status).toBe(200)

      const trail = { entries: 0, workspaces: new Set<string>() }
      const call = { ...api.dependencies, requestId: 'raced', trail, ...authenticated }
      const params = { id: workspace.id }
      for (const work of [
        () =>
          createOrgWorkspaceAccessToken(call, {
            params,
            query: undefined,
            body: { kind: 'session' },
          }),
        () =>
          rotateOrgWorkspaceSecret(call, { params, query: undefined, body: { overlapHours: 0 } }),
        () => getOrgWorkspace(call, { params, query: {}, body: undefined }),
        () => updateOrgWorkspace(call, { params, query: undefined, body: {} }),
      ])
        await expect(work()).rejects.toMatchObject({ key: 'not_authenticated' })
    },
  )

  test('tokens signed with the secret or for a tenant stay valid without a rotation', async () => {
    const workspace = await api.newWorkspace('Untouched')
    expect(await statusOf(await tokenOf(workspace, { tenantKey: 'one' }))).toBe(200)
  })
})
