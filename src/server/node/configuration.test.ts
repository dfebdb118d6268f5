import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { misspeltVariables, readConfiguration, variableNames } from './configuration'

test('an empty environment has its defaults', () => {
  expect(readConfiguration({ PORT: '', UNRELATED: 'x' })).toMatchObject({
    PORT: 4600,
    HOST: '127.0.0.1',
    DATA_DIR: '.signalbox',
    EXTENSIONS: true,
    DEMO: false,
    DEMO_PUBLIC: false,
    OUTGOING_NETWORKS: [],
    OUTGOING_HTTP: false,
  })
})

test('switches and lists accept common spellings', () => {
  expect(
    readConfiguration({
      EXTENSIONS: 'off',
      DEMO: 'True',
      DEMO_PUBLIC: 'False',
      OUTGOING_NETWORKS: '10.0.0.0/8, fd00::/8',
    }),
  ).toMatchObject({
    EXTENSIONS: false,
    DEMO: true,
    DEMO_PUBLIC: false,
    OUTGOING_NETWORKS: ['10.0.0.0/8', 'fd00::/8'],
  })
})

test.each(['0x10', '1e2', '4600.5', ' ', '-1'])(
  'a port is written in digits, not as %j',
  (PORT) => {
    expect(() => readConfiguration({ PORT })).toThrow(/^PORT: /)
    expect(() => readConfiguration({ METRICS_PORT: PORT })).toThrow(/^METRICS_PORT: /)
  },
)

test('every invalid variable is named', () => {
  expect(() =>
    readConfiguration({
      PORT: 'abc',
      DATABASE_URL: 'mysql://x',
      MASTER_KEY: 'short',
      OUTGOING_NETWORKS: '10.0.0.1',
    }),
  ).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*MASTER_KEY[\s\S]*OUTGOING_NETWORKS/)
})

test.each([
  'postgres://user:p,w@a:5432,b:5432/signalbox',
  'postgres://a,b/signalbox',
  'postgres:///signalbox?sslmode=require&host=a,b',
])('an address with several hosts is refused with a remedy: %s', (DATABASE_URL) => {
  expect(() => readConfiguration({ DATABASE_URL })).toThrow(/^DATABASE_URL: Name one host/)
})

test('an address with one host may have commas elsewhere', () => {
  const DATABASE_URL = 'postgres://user:p,w@a:5432/signalbox?options=a,b'
  expect(readConfiguration({ DATABASE_URL })).toMatchObject({ DATABASE_URL })
})

test.each(['ops@example.com', 'Ops <ops@example.com>', '"Acme, Ops" <signalbox@localhost>'])(
  'e-mails can be sent from %s',
  (MAIL_FROM) => {
    expect(readConfiguration({ MAIL_FROM })).toMatchObject({ MAIL_FROM })
  },
)

test.each(['nonsense', 'Ops', 'Ops <ops>', 'Ops <ops@example.com', 'a@example.com, b@example.com'])(
  'e-mails cannot be sent from %s',
  (MAIL_FROM) => {
    expect(() => readConfiguration({ MAIL_FROM })).toThrow('MAIL_FROM: Use an address such as ')
  },
)

test('tokens have only characters that arrive in a header as they were sent', () => {
  const instance = (token: string) => ({
    SERVICE_INSTANCES: JSON.stringify({ 'eu-1': { url: 'https://eu-1.example', token } }),
  })
  expect(readConfiguration(instance('a token')).SERVICE_INSTANCES['eu-1']?.token).toBe('a token')
  for (const token of ['größer-als-sechzehn', '“sixteen-characters”', 'sixteen\ncharacters'])
    for (const [variable, place] of [
      [instance(token), 'SERVICE_INSTANCES at eu-1.token'],
      [{ METRICS_TOKEN: token }, 'METRICS_TOKEN'],
    ] as const)
      expect(() => readConfiguration(variable)).toThrow(`${place}: Use ASCII characters only`)
})

test('records are kept for at least a day', () => {
  expect(readConfiguration({ USAGE_DAYS: '400' })).toMatchObject({
    DELIVERY_DAYS: 30,
    USAGE_DAYS: 400,
  })
  for (const name of ['HISTORY_DAYS', 'DELIVERY_DAYS', 'USAGE_DAYS'])
    expect(() => readConfiguration({ [name]: '0' })).toThrow(`${name}: Keep at least one day`)
})

test('the address of a service instance says what is expected', () => {
  const SERVICE_INSTANCES = '{"eu-1":{"url":"ftp://eu-1.example","token":"t"}}'
  expect(() => readConfiguration({ SERVICE_INSTANCES })).toThrow(
    /^SERVICE_INSTANCES at eu-1.url: Use an address such as https:\/\/eu-1.example\/api$/,
  )
})

test('metrics without a token need a port of their own', () => {
  const message = 'METRICS_PORT: Use another port than PORT'
  expect(() => readConfiguration({ METRICS_PORT: '4600' })).toThrow(message)
  expect(() => readConfiguration({ PORT: '80', METRICS_PORT: '80' })).toThrow(message)
  // The system chooses both.
  expect(readConfiguration({ PORT: '0', METRICS_PORT: '0' })).toMatchObject({ METRICS_PORT: 0 })
})

test('a share of traces is between 0 and 1, and a sampler one that is there', () => {
  for (const OTEL_TRACES_SAMPLER_ARG of ['0.05', '.5', '1', '1.0', '0'])
    expect(
      readConfiguration({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG }),
    ).toMatchObject({ OTEL_TRACES_SAMPLER_ARG })
  for (const OTEL_TRACES_SAMPLER_ARG of ['5', '5%', '-0.1', '1.5', 'x'])
    expect(() => readConfiguration({ OTEL_TRACES_SAMPLER_ARG })).toThrow(/^\w+_ARG: Use a share/)
  const OTEL_TRACES_SAMPLER = 'parentbased_ratio'
  expect(() => readConfiguration({ OTEL_TRACES_SAMPLER })).toThrow(
    /^OTEL_TRACES_SAMPLER: Use 'always_on', /,
  )
})

test('a variable that would be ignored without another is refused', () => {
  expect(() => readConfiguration({ DEMO_PUBLIC: 'on' })).toThrow('DEMO_PUBLIC: Set DEMO=on too')
  expect(readConfiguration({ DEMO_PUBLIC: 'off' })).toMatchObject({ DEMO_PUBLIC: false })
  for (const OTEL_TRACES_SAMPLER of [undefined, 'always_on'])
    expect(() =>
      readConfiguration({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
        OTEL_TRACES_SAMPLER,
        OTEL_TRACES_SAMPLER_ARG: '0.05',
      }),
    ).toThrow('OTEL_TRACES_SAMPLER_ARG: Set OTEL_TRACES_SAMPLER=parentbased_traceidratio too')
  const untraced = { OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: '0.05' }
  expect(readConfiguration(untraced)).toMatchObject(untraced)
})

test('a variable whose name has a typo is pointed out, unless the right one is set', () => {
  const DATABASE_URL = 'postgres://localhost/signalbox'
  expect(
    misspeltVariables({ DATABSE_URL: DATABASE_URL, DATADIR: '/data', OIDC_SCOPE: 'x' }),
  ).toEqual([
    'DATABSE_URL has no effect: did you mean DATABASE_URL?',
    'DATADIR has no effect: did you mean DATA_DIR?',
    'OIDC_SCOPE has no effect: did you mean OIDC_SCOPES?',
  ])
  expect(misspeltVariables({ DATABASE_URI: DATABASE_URL, DATABASE_URL })).toEqual([])
  const set = { PORTS: '1', HOSTNAME: 'a', MAILTO: 'b', DEMOS: 'c', METRICS_PORT: '1', PATH: '' }
  expect(misspeltVariables(set)).toEqual([])
})

test('a value of spaces, or in quotes that a container runtime has left, is refused', () => {
  expect(() =>
    readConfiguration({
      PORT: '"4600"',
      DATA_DIR: ' ',
      MAIL_FROM: "'ops@example.com'",
      METRICS_TOKEN: ' '.repeat(20),
      UNRELATED: '"x"',
    }),
  ).toThrow(
    [
      'PORT: Remove the quotes around the value',
      'DATA_DIR: Set a value, or remove the variable: it has only spaces',
      'MAIL_FROM: Remove the quotes around the value',
      'METRICS_TOKEN: Set a value, or remove the variable: it has only spaces',
    ].join('\n'),
  )
})

test('a folder is not taken for one that is named ~', () => {
  for (const DATA_DIR of ['~', '~/signalbox'])
    expect(() => readConfiguration({ DATA_DIR })).toThrow(/^DATA_DIR: Write the path of the home/)
  expect(readConfiguration({ DATA_DIR: '/srv/~old' })).toMatchObject({ DATA_DIR: '/srv/~old' })
})

test('the line break at the end of a mounted secret is not part of it', () => {
  const METRICS_TOKEN = 'sixteen-characters'
  expect(readConfiguration({ METRICS_TOKEN: `${METRICS_TOKEN}\n` })).toMatchObject({
    METRICS_TOKEN,
  })
})

test('a master key that is not base64 has one message', () => {
  expect(() => readConfiguration({ MASTER_KEY: 'x!' })).toThrow(/^MASTER_KEY: Use 32 .*$/)
})

test('every variable is documented, and no other', async () => {
  const page = await readFile('docs/configure.md', 'utf8')
  const documented = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect(new Set(documented)).toEqual(new Set(variableNames))
})

const singleSignOn = {
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'signalbox',
  OIDC_ROLES: '[{"claim":"groups","value":"ops","role":"operator"}]',
}

const without = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_ROLES: '' }

test('single sign-on needs all of its variables', () => {
  expect(readConfiguration(singleSignOn).OIDC_ROLES).toEqual([
    { claim: 'groups', value: 'ops', role: 'operator' },
  ])
  const OIDC_SCOPES = 'openid groups'
  expect(readConfiguration({ ...singleSignOn, OIDC_SCOPES })).toMatchObject({ OIDC_SCOPES })
})

test('a mail server needs recipients', () => {
  const SMTP_URL = 'smtps://mail.example'
  expect(() => readConfiguration({ SMTP_URL })).toThrow(/^MAIL_TO: Required with SMTP_URL$/)
  expect(() => readConfiguration({ SMTP_URL, MAIL_TO: ' , ' })).toThrow(/^MAIL_TO: Required/)
  expect(readConfiguration({ SMTP_URL, MAIL_TO: 'ops@example.com' })).toMatchObject({ SMTP_URL })
})

test('recipients need a mail server, but not in the demo, which has an outbox', () => {
  const MAIL_TO = 'ops@example.com'
  expect(() => readConfiguration({ MAIL_TO })).toThrow(/^MAIL_TO: Set SMTP_URL too$/)
  expect(readConfiguration({ MAIL_TO, DEMO: 'on' })).toMatchObject({ MAIL_TO: [MAIL_TO] })
})

test.each(['smtp://', 'smtps:///', 'smtp:mail.example', 'mail.example', 'mail.example:25'])(
  'a mail server has a host: %s',
  (SMTP_URL) => {
    expect(() => readConfiguration({ SMTP_URL, MAIL_TO: 'ops@example.com' })).toThrow(
      /^SMTP_URL: Use an address such as .*$/,
    )
  },
)

test('a proxy is an address, which hosts that are called without it need', () => {
  const OUTGOING_NO_PROXY = 'login.example, .cluster.local'
  const OUTGOING_PROXY = 'http://user:secret@proxy.example:3128'
  expect(() => readConfiguration({ OUTGOING_NO_PROXY })).toThrow(
    /^OUTGOING_NO_PROXY: Set OUTGOING_PROXY too$/,
  )
  for (const wrong of ['proxy.example:3128', 'socks5://proxy.example'])
    expect(() => readConfiguration({ OUTGOING_PROXY: wrong })).toThrow(
      /^OUTGOING_PROXY: Use an address such as .*$/,
    )
  expect(readConfiguration({ OUTGOING_PROXY, OUTGOING_NO_PROXY })).toMatchObject({
    OUTGOING_PROXY,
    OUTGOING_NO_PROXY: ['login.example', '.cluster.local'],
  })
})

test('a password in the address of a proxy is encoded', () => {
  for (const OUTGOING_PROXY of ['http://user:100%@proxy.example', 'http://user:caf%E9@10.0.0.1'])
    expect(() => readConfiguration({ OUTGOING_PROXY })).toThrow(
      /^OUTGOING_PROXY: Encode special characters of the password/,
    )
})

test('what is called without a proxy are hosts', () => {
  const OUTGOING_PROXY = 'http://proxy.example:3128'
  const hosts = 'localhost, a.example:8443, .b.example, *.c.example, 10.0.0.1, [fd00::1]:443'
  expect(
    readConfiguration({ OUTGOING_PROXY, OUTGOING_NO_PROXY: hosts }).OUTGOING_NO_PROXY,
  ).toHaveLength(6)
  for (const OUTGOING_NO_PROXY of ['10.0.0.0/8', 'https://a.example', '*', 'fd00::1', 'a b'])
    expect(() => readConfiguration({ OUTGOING_PROXY, OUTGOING_NO_PROXY })).toThrow(
      /^OUTGOING_NO_PROXY at 0: Use hosts such as /,
    )
})

test.each<[string, RegExp, Record<string, string>]>([
  ['no client', /^OIDC_CLIENT_ID: Required with OIDC_ISSUER$/, { OIDC_CLIENT_ID: '' }],
  ['no roles', /^OIDC_ROLES: Required with OIDC_ISSUER$/, { OIDC_ROLES: '' }],
  ['no issuer', /^OIDC_CLIENT_ID: Set OIDC_ISSUER too\nOIDC_ROLES: Set/, { OIDC_ISSUER: '' }],
  ['a name only', /^OIDC_NAME: Set OIDC_ISSUER too$/, { ...without, OIDC_NAME: 'Acme' }],
  ['scopes only', /^OIDC_SCOPES: Set/, { ...without, OIDC_SCOPES: 'openid' }],
  ['plain http', /^OIDC_ISSUER: Use https/, { OIDC_ISSUER: 'http://login.example.com' }],
  ['no address', /^OIDC_ISSUER: Use an address/, { OIDC_ISSUER: 'login.example.com' }],
  ['broken JSON', /^OIDC_ROLES: Use JSON such as/, { OIDC_ROLES: '[{' }],
  ['an unknown role', /^OIDC_ROLES at 0\.role: /, { OIDC_ROLES: '[{"role":"root"}]' }],
  [
    'an operator of one workspace',
    /^OIDC_ROLES at 0: An operator has access to all workspaces/,
    { OIDC_ROLES: '[{"role":"operator","workspaces":["shop"]}]' },
  ],
  ['scopes without openid', /^OIDC_SCOPES: Include/, { OIDC_SCOPES: 'profile' }],
])('single sign-on with %s is refused', (_name, message, wrong) => {
  expect(() => readConfiguration({ ...singleSignOn, ...wrong })).toThrow(message)
})
