import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { diagnoseToken, verdictOf, type Finding, type TokenEnvironment } from './diagnose-token'
import { readKeys, type ReadKey } from './read-key'

const now = new Date('2026-03-01T12:00:00Z')
const seconds = now.getTime() / 1000
const secret = 'a secret that is long enough for HS256'
let registered: ReadKey
let pair: Awaited<ReturnType<typeof generateKeyPair>>
let other: Awaited<ReturnType<typeof generateKeyPair>>

beforeAll(async () => {
  pair = await generateKeyPair('ES256')
  other = await generateKeyPair('ES256')
  const [key] = await readKeys(await exportSPKI(pair.publicKey))
  if (key === undefined) throw new Error('No key was read')
  registered = key
})

const around = (changed: Partial<TokenEnvironment> = {}): TokenEnvironment => ({
  workspaceKey: 'larkfield',
  secret,
  refusesSecret: false,
  keys: [{ name: 'main', key: registered }],
  hasJwks: false,
  now,
  ...changed,
})
const bySecret = (
  claims: Record<string, unknown> = {},
  algorithm = 'HS256',
  by = secret,
  header: { kid?: string } = {},
): Promise<string> =>
  new SignJWT({ workspaceKey: 'larkfield', isAdmin: true, exp: seconds + 3600, ...claims })
    .setProtectedHeader({ alg: algorithm, ...header })
    .sign(new TextEncoder().encode(by))
const byKey = (kid?: string, signer = pair): Promise<string> =>
  new SignJWT({ workspaceKey: 'larkfield', exp: seconds + 3600 })
    .setProtectedHeader({ alg: 'ES256', ...(kid === undefined ? {} : { kid }) })
    .sign(signer.privateKey)

const cases: [
  name: string,
  token: () => Promise<string>,
  changed: Partial<TokenEnvironment>,
  verdict: Finding['verdict'],
  words: string,
][] = [
  ['one that the secret signs', () => bySecret(), {}, 'good', 'Admin of the workspace'],
  [
    'one that the secret signs, with a kid',
    () => bySecret({}, 'HS256', secret, { kid: 'main' }),
    {},
    'bad',
    'leave kid out of the header',
  ],
  [
    'one that a registered key signs',
    () => byKey(),
    {},
    'good',
    "Verified with the registered key 'main'",
  ],
  [
    'one whose kid is the name of the key',
    () => byKey('main'),
    {},
    'good',
    "Verified with the registered key 'main'",
  ],
  [
    'a tenant’s',
    () => bySecret({ tenantKey: 'acme' }),
    {},
    'good',
    'isAdmin only counts without a tenant',
  ],
  [
    'one with Bearer before it',
    async () => `Bearer ${await bySecret()}`,
    {},
    'good',
    'for this workspace',
  ],
  [
    'one of another secret',
    () => bySecret({}, 'HS256', 'another secret, that is long enough too'),
    {},
    'bad',
    'Not signed with the workspace’s current secret',
  ],
  [
    'one by secret, where it is refused',
    () => bySecret(),
    { refusesSecret: true },
    'bad',
    'refuses tokens signed with its secret',
  ],
  [
    'one by a secret not told here',
    () => bySecret(),
    { secret: undefined },
    'unsure',
    'only the server can verify',
  ],
  [
    'one by another key',
    () => byKey(undefined, other),
    {},
    'bad',
    'signed with another private key',
  ],
  [
    'one by another key, with a JWKS',
    () => byKey(undefined, other),
    { hasJwks: true },
    'unsure',
    'also tries the keys at the JWKS URI',
  ],
  [
    'one with the kid of nothing',
    () => byKey('old'),
    {},
    'bad',
    "would verify it, but the token’s kid is 'old'",
  ],
  [
    'one by another key with the kid of nothing',
    () => byKey('old', other),
    {},
    'bad',
    "No registered key has the name or kid 'old'",
  ],
  [
    'one by another key with the kid of a registered one',
    () => byKey('main', other),
    {},
    'bad',
    'No registered key verifies it',
  ],
  ['one by key, with none registered', () => byKey(), { keys: [] }, 'bad', 'No key is registered'],
  ['one that ended', () => bySecret({ exp: seconds - 300 }), {}, 'bad', 'Expired 5 min ago'],
  [
    'one that lives too long',
    () => bySecret({ exp: seconds + 3 * 86_400 }),
    {},
    'bad',
    'the maximum is 24 hours',
  ],
  ['one without an end', () => bySecret({ exp: undefined }), {}, 'bad', 'exp claim is missing'],
  [
    'one of another workspace',
    () => bySecret({ workspaceKey: 'elsewhere' }),
    {},
    'bad',
    "'elsewhere'",
  ],
  [
    'one of an algorithm that is not taken',
    () => bySecret({}, 'HS384'),
    {},
    'bad',
    'sign with HS256',
  ],
  [
    'one wrapped over several lines',
    async () => (await bySecret()).replaceAll(/(.{40})/g, '$1\n  '),
    {},
    'good',
    'Verified with the workspace secret',
  ],
  ['no token at all', async () => 'hello', {}, 'bad', 'Not a valid JWT'],
  ['an operator’s', () => bySecret({ operator: true }), {}, 'unsure', 'can access every workspace'],
  [
    'one that the server made',
    () =>
      new SignJWT({ workspaceKey: 'larkfield', exp: seconds + 60 })
        .setProtectedHeader({ alg: 'HS256', kid: 'signalbox-server' })
        .sign(new Uint8Array(32)),
    {},
    'unsure',
    'server’s own key',
  ],
]

test.each(cases)('%s', async (_name, token, changed, verdict, words) => {
  const diagnosis = await diagnoseToken(await token(), around(changed))
  expect(diagnosis.findings.map(({ message }) => message).join('\n')).toContain(words)
  expect(verdictOf(diagnosis).verdict).toBe(verdict)
})

test('with an unsaved key, neither the key is called registered nor the token valid', async () => {
  const environment = around({ keys: [{ name: 'new', key: registered, isDraft: true }] })
  const diagnosis = await diagnoseToken(await byKey(), environment)
  expect(diagnosis.findings.map(({ message }) => message)).toContain(
    "Verified with the key 'new', which is not saved yet",
  )
  expect(verdictOf(diagnosis)).toEqual({
    verdict: 'unsure',
    message: 'This token can’t be fully verified here',
  })
})

test.each([
  [{ exp: seconds + 59 }, 'Expires in 59 s'],
  [{ exp: seconds + 89 }, 'Expires in 89 s'],
  [{ exp: seconds + 90 }, 'Expires in 2 min'],
  [{ exp: seconds + 90 * 60 }, 'Expires in 90 min'],
  [{ exp: seconds + 3 * 3600 + 300 }, 'Expires in 3 h 5 min'],
  [{ exp: seconds + 47 * 3600 }, 'Expires in 47 h 0 min: the maximum is 24 hours'],
  [{ exp: seconds + 48 * 3600 }, 'Expires in 2 days: the maximum is 24 hours'],
  [{ exp: seconds - 20 }, 'Expires in 0 s'],
  [{ nbf: seconds + 600 }, 'Not valid yet: it becomes valid in 10 min'],
  [{ nbf: seconds + 20 }, 'Expires in 60 min'],
])('the times of a token with %o', async (claims, words) => {
  const { findings } = await diagnoseToken(await bySecret(claims), around())
  expect(findings.find(({ subject }) => subject === 'Expiry')?.message).toBe(words)
})

test('a claim of the wrong type is named, and the token is still shown', async () => {
  const diagnosis = await diagnoseToken(await bySecret({ exp: 'tomorrow' }), around())
  expect(diagnosis.claims).toMatchObject({ exp: 'tomorrow' })
  expect(diagnosis.findings).toMatchObject([{ subject: 'Format', verdict: 'bad' }])
  expect(diagnosis.findings[0]?.message).toMatch(/^exp: /)
})

test.each([
  [{ isAdmin: false }, 'Read access to the workspace'],
  [{ isAdmin: undefined }, 'Read access to the workspace'],
  [{ isAdmin: 'true' }, 'Read access to the workspace; isAdmin has to be the boolean true'],
  [{ isAdmin: false, tenantKey: 'acme' }, "Read access for the tenant 'acme'"],
])('the permission of a token with %o', async (claims, words) => {
  const { findings } = await diagnoseToken(await bySecret(claims), around())
  expect(findings.find(({ subject }) => subject === 'Permission')?.message).toBe(words)
})
