import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { editAt } from '@/console/edits/edits'
import { serverKeyId } from '@/contract/token-claims'
import type { Workspace } from '@/contract/workspaces'
import { examineProof, lockOutRisk } from './lock-out'

const secret = 'a-secret-that-is-long-enough-for-a-token'
let mine: CryptoKey
let spare: CryptoKey
let stranger: CryptoKey
let workspace: Workspace

beforeAll(async () => {
  const pairs = await Promise.all(
    [1, 2, 3].map(() => generateKeyPair('ES256', { extractable: true })),
  )
  const [one, two, three] = pairs
  if (one === undefined || two === undefined || three === undefined) throw new Error('No keys')
  mine = one.privateKey
  spare = two.privateKey
  stranger = three.privateKey
  workspace = {
    id: '1',
    name: 'Shop',
    orgId: '1',
    key: 'shop',
    secret,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    settings: { disableSecretKeyAuth: false },
    publicKeys: [
      { name: 'mine', publicKey: await exportSPKI(one.publicKey) },
      { name: 'spare', publicKey: await exportSPKI(two.publicKey) },
    ],
    jwksUri: null,
  }
})

const claims = (more = {}) => new SignJWT({ workspaceKey: 'shop', isAdmin: true, ...more })
const byKey = (key: CryptoKey, more = {}) =>
  claims(more).setProtectedHeader({ alg: 'ES256' }).setExpirationTime('1h').sign(key)
const bySecret = () =>
  claims()
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
const byServer = () =>
  claims()
    .setProtectedHeader({ alg: 'HS256', kid: serverKeyId })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('the key of the server'))
const operator = () => new UnsecuredJWT({ operator: true }).encode()

const refuse = () => editAt(workspace, 'settings.disableSecretKeyAuth', true)
const refusing = () => ({ ...workspace, settings: { disableSecretKeyAuth: true } })
const without = (name: string) =>
  editAt(
    workspace,
    'publicKeys',
    workspace.publicKeys?.filter((key) => key.name !== name),
  )

describe('the risk of a change', () => {
  test.each([
    ['the workspace secret', bySecret, 'signed in with the workspace secret'],
    ['an access token of the server', byServer, 'an access token that the server issued'],
  ])('refusing the secret ends a session by %s', async (_name, token, words) => {
    const risk = await lockOutRisk(await token(), workspace, refuse())
    expect(risk.consequences).toEqual([expect.stringContaining('stop working immediately')])
    expect(risk.proofReason).toContain(words)
  })

  test('a session by a remaining key, or of an operator, needs no proof', async () => {
    for (const token of [await byKey(mine), operator()]) {
      const risk = await lockOutRisk(token, workspace, [...refuse(), ...without('spare')])
      expect([risk.consequences.length, risk.proofReason]).toEqual([2, undefined])
    }
  })

  test('removing the key of the session needs proof while the secret is disabled', async () => {
    const token = await byKey(mine)
    const refused = await lockOutRisk(token, refusing(), without('mine'))
    expect(refused.proofReason).toContain('a key that no longer signs in')
    const open = await lockOutRisk(token, workspace, without('mine'))
    expect(open.proofReason).toBeUndefined()
    expect(open.consequences.join(' ')).toContain('sign in again with the workspace secret')
  })

  test('an issued token is no proof when a key or the JWKS URI is removed', async () => {
    const token = await byServer()
    const withUri = { ...refusing(), jwksUri: 'https://keys.example/' }
    for (const [record, edits] of [
      [refusing(), without('mine')],
      [withUri, editAt(withUri, 'jwksUri', null)],
      [withUri, editAt(withUri, 'jwksUri', 'https://other.example/')],
    ] as const)
      expect((await lockOutRisk(token, record, edits)).proofReason).toContain('does not prove')
  })

  test('a change that removes nothing has no risk', async () => {
    for (const edits of [
      editAt(workspace, 'name', 'Store'),
      editAt(workspace, 'jwksUri', 'https://keys.example/'),
      editAt(refusing(), 'settings.disableSecretKeyAuth', false),
    ])
      expect(await lockOutRisk(await bySecret(), workspace, edits)).toEqual({ consequences: [] })
  })

  test('a session by a key of the JWKS URI continues as long as the URI stays', async () => {
    const withUri = { ...refusing(), jwksUri: 'https://keys.example/' }
    const token = await byKey(stranger)
    expect((await lockOutRisk(token, withUri, without('mine'))).proofReason).toBeUndefined()
    expect(
      (await lockOutRisk(token, withUri, editAt(withUri, 'jwksUri', null))).proofReason,
    ).toBeDefined()
  })
})

describe('a token as proof', () => {
  test('is valid if a remaining key verifies it', async () => {
    expect(await examineProof(await byKey(mine), workspace, refuse())).toEqual({ state: 'good' })
  })

  test.each([
    ['signed with the secret', bySecret, 'refuses tokens signed with its secret'],
    ['issued by the server', byServer, 'The server issued this token'],
    ['signed with another key', () => byKey(stranger), 'No registered key verifies it'],
    ['not an admin’s', () => byKey(mine, { isAdmin: false }), 'not an admin’s'],
    ['a tenant’s', () => byKey(mine, { tenantKey: 'one' }), 'not an admin’s'],
    ['of another workspace', () => byKey(mine, { workspaceKey: 'bank' }), "workspace 'bank'"],
    ['an operator’s', operator, 'not an admin’s'],
    ['no token', () => 'nonsense', 'Not a valid JWT'],
  ])('is bad when it is %s', async (_name, token, words) => {
    const found = await examineProof(await token(), workspace, refuse())
    expect([found.state, JSON.stringify(found)]).toEqual(['bad', expect.stringContaining(words)])
  })

  test('is invalid if the change removes its key', async () => {
    const edits = [...refuse(), ...without('spare')]
    const withUri = { ...workspace, jwksUri: 'https://keys.example/' }
    expect((await examineProof(await byKey(spare), workspace, edits)).state).toBe('bad')
    expect(JSON.stringify(await examineProof(await byKey(spare), withUri, edits))).toContain(
      'removes the key that verifies this token',
    )
  })

  test('is checked by the server if only the saved JWKS URI can verify it', async () => {
    const token = await byKey(stranger)
    const withUri = { ...workspace, jwksUri: 'https://keys.example/' }
    expect(await examineProof(token, withUri, refuse())).toEqual({ state: 'ask the server' })
    const unsaved = [...refuse(), ...editAt(workspace, 'jwksUri', 'https://keys.example/')]
    expect(JSON.stringify(await examineProof(token, workspace, unsaved))).toContain(
      'save the JWKS URI before',
    )
  })
})
