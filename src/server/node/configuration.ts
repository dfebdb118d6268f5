import { z } from 'zod'
import { misspellingPattern } from '@/contract/misspelling'
import { defaultRetentionDays } from '@/contract/retention'
import { roleRulesSchema } from '@/server/core/access/role-rules'
import { isLoopbackHost } from '@/server/core/loopback'

const onOff = (fallback: 'on' | 'off') =>
  z
    .stringbool({
      truthy: ['on', 'true', '1', 'yes'],
      falsy: ['off', 'false', '0', 'no'],
      case: 'insensitive',
    })
    .prefault(fallback)

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

/** Reads JSON. @param hint what to write instead of text that is not JSON */
const json = (hint: string) =>
  z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue(hint)
      return z.NEVER
    }
  })

/** A token that fits into a header: clients and proxies encode other characters differently. */
const bearerToken = z
  .string()
  .regex(/^[!-~]([ -~]*[!-~])?$/, 'Use ASCII characters only: openssl rand -hex 24')

const instancesHint = 'Use JSON such as {"eu-1":{"url":"https://eu-1.example/api","token":"…"}}'

/** The instances that own workspaces, by their `serviceInstanceId`. */
const instances = json(instancesHint)
  .pipe(
    z.record(
      z.string(),
      z.strictObject({
        url: z.url({
          protocol: /^https?$/,
          error: 'Use an address such as https://eu-1.example/api',
        }),
        token: bearerToken,
      }),
      instancesHint,
    ),
  )
  .default({})

const rulesHint =
  'Use JSON such as [{"claim":"groups","value":"signalbox-operators","role":"operator"}]'

/** Which claims of the identity provider give which role. */
const roleRules = json(rulesHint).pipe(roleRulesSchema)

const issuerSchema = z
  .url({
    protocol: /^https?$/,
    error: 'Use an address such as https://login.example.com',
    abort: true,
  })
  .refine((issuer) => {
    const { protocol, hostname } = new URL(issuer)
    return protocol === 'https:' || isLoopbackHost(hostname)
  }, 'Use https; plain http is for a provider on this machine only')

/** A whole number in decimal digits: no hexadecimal, no exponent. */
const wholeNumber = (max: number) =>
  z.string().regex(/^\d+$/, 'Use a whole number in digits').transform(Number).pipe(z.int().max(max))

const days = wholeNumber(36_500).pipe(z.int().min(1, 'Keep at least one day'))

const masterKeySchema = z
  .base64({ error: 'Use 32 random bytes in base64: openssl rand -base64 32', abort: true })
  .transform((key) => Uint8Array.from(Buffer.from(key, 'base64')))
  .refine((key) => key.byteLength === 32, 'Use exactly 32 bytes: openssl rand -base64 32')

const otlpEndpoint = z.url({
  protocol: /^https?$/,
  error: 'Use an address such as http://127.0.0.1:4318',
})

/** The samplers of the tracing packages. With an unknown one, they trace every request. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Whether a PostgreSQL address names several hosts, which libpq allows but the driver does not. */
function hasSeveralHosts(address: string): boolean {
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(address) ?? []
  return hosts.includes(',') || /[?&]host=[^&]*(,|%2C)/i.test(address)
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address)
    return true
  } catch {
    return false
  }
}

const proxyUrl = z
  .string()
  .refine(isDecodable, {
    error: 'Encode special characters of the password, such as %25 for %',
    abort: true,
  })
  .pipe(
    z.url({
      protocol: /^https?$/,
      hostname: /./,
      error: 'Use an address such as http://user:password@proxy.example:3128',
    }),
  )

/** A host as in `OUTGOING_NO_PROXY`, perhaps with a port, or the end of hosts. */
const directHost = /^(?:(?:\*?\.)?[^\s/:*[\]@]+|\[[\da-f:.]+\])(?::\d+)?$/i

const databaseUrl = z
  .string()
  .refine((address) => !hasSeveralHosts(address), {
    error: 'Name one host, such as a proxy for the others: see docs/scale-out.md',
    abort: true,
  })
  .pipe(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: 'Use an address such as postgres://user:password@host:5432/database',
    }),
  )

const environmentSchema = z.object({
  PORT: wholeNumber(65_535).default(4600),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: databaseUrl.optional(),
  DATA_DIR: z
    .string()
    .regex(/^(?!~(\/|$))/, 'Write the path of the home folder instead of ~, which only shells know')
    .default('.signalbox'),
  EMBEDDED_FSYNC: onOff('on'),
  MASTER_KEY: masterKeySchema.optional(),
  MASTER_KEY_PREVIOUS: masterKeySchema.optional(),
  EXTENSIONS: onOff('on'),
  DEMO: onOff('off'),
  DEMO_PUBLIC: onOff('off'),
  TRUST_PROXY: onOff('off'),
  DRAIN_SECONDS: wholeNumber(300).default(0),
  ADDRESS_REQUESTS_PER_SECOND: wholeNumber(1_000_000).default(300),
  ADDRESS_FAILED_SIGN_INS_PER_MINUTE: wholeNumber(1_000_000).default(60),
  OUTGOING_NETWORKS: list.pipe(
    z.array(z.union([z.cidrv4(), z.cidrv6()], 'Use networks such as 10.1.0.0/16')),
  ),
  OUTGOING_HTTP: onOff('off'),
  OUTGOING_PROXY: proxyUrl.optional(),
  OUTGOING_NO_PROXY: list.pipe(
    z.array(
      z
        .string()
        .regex(directHost, 'Use hosts such as login.example.com or .cluster.local, not networks'),
    ),
  ),
  SERVICE_INSTANCES: instances,
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'Use an address such as smtps://user:password@mail.example:465',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^\s<>,]+@[^\s<>,]+|[^<>]*<[^\s<>,]+@[^\s<>,]+>)$/,
      'Use an address such as Signalbox <signalbox@example.com>',
    )
    .default('Signalbox <signalbox@localhost>'),
  MAIL_TO: list.pipe(
    z.array(z.email('Use addresses such as ops@example.com, separated by commas')),
  ),
  HISTORY_DAYS: days.optional(),
  DELIVERY_DAYS: days.default(defaultRetentionDays),
  USAGE_DAYS: days.default(defaultRetentionDays),
  OIDC_ISSUER: issuerSchema.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_ROLES: roleRules.optional(),
  OIDC_SCOPES: z
    .string()
    .refine((scopes) => scopes.split(' ').includes('openid'), 'Include the scope openid')
    .default('openid profile email'),
  OIDC_AUDIENCES: list,
  OIDC_NAME: z.string().max(50).optional(),
  METRICS_TOKEN: bearerToken.min(16, 'Use at least 16 characters: openssl rand -hex 24').optional(),
  METRICS_PORT: wholeNumber(65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpEndpoint.optional(),
  OTEL_SDK_DISABLED: onOff('off'),
  OTEL_TRACES_SAMPLER: z.enum(samplers).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0|1|0?\.\d+|1\.0+)$/, 'Use a share between 0 and 1, such as 0.05')
    .optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Configuration = z.output<typeof environmentSchema>

/** The names of all variables. */
export const variableNames: readonly string[] = Object.keys(environmentSchema.shape)

/** Variables that are required for sign-in with an identity provider. */
const neededWithIssuer = ['OIDC_CLIENT_ID', 'OIDC_ROLES'] as const
const onlyWithIssuer = variableNames.filter((name) => name.startsWith('OIDC_'))

/** @param given the names of the variables that are set */
function checkSingleSignOn(given: ReadonlySet<string>, context: z.RefinementCtx): void {
  const hasIssuer = given.has('OIDC_ISSUER')
  for (const name of hasIssuer ? neededWithIssuer : onlyWithIssuer) {
    if (given.has(name) === hasIssuer) continue
    const message = hasIssuer ? 'Required with OIDC_ISSUER' : 'Set OIDC_ISSUER too'
    context.addIssue({ code: 'custom', path: [name], message })
  }
}

function checkMail({ SMTP_URL, MAIL_TO, DEMO }: Configuration, context: z.RefinementCtx): void {
  if (SMTP_URL !== undefined && MAIL_TO.length === 0)
    context.addIssue({ code: 'custom', path: ['MAIL_TO'], message: 'Required with SMTP_URL' })
  // The demo sends e-mails to an outbox.
  if (SMTP_URL === undefined && MAIL_TO.length > 0 && !DEMO)
    context.addIssue({ code: 'custom', path: ['MAIL_TO'], message: 'Set SMTP_URL too' })
}

function checkMetrics({ PORT, METRICS_PORT }: Configuration, context: z.RefinementCtx): void {
  if (METRICS_PORT === PORT && PORT !== 0)
    context.addIssue({
      code: 'custom',
      path: ['METRICS_PORT'],
      message: 'Use another port than PORT',
    })
}

/** Whether traces are sent. */
export function isTraced({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint,
  OTEL_SDK_DISABLED: isDisabled,
}: Configuration): boolean {
  return !isDisabled && (endpoint ?? tracesEndpoint) !== undefined
}

function checkIgnored(configuration: Configuration, context: z.RefinementCtx): void {
  const { OUTGOING_PROXY, OUTGOING_NO_PROXY } = configuration
  if (OUTGOING_NO_PROXY.length > 0 && OUTGOING_PROXY === undefined)
    context.addIssue({
      code: 'custom',
      path: ['OUTGOING_NO_PROXY'],
      message: 'Set OUTGOING_PROXY too',
    })
  const { DEMO, DEMO_PUBLIC, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG } = configuration
  if (DEMO_PUBLIC && !DEMO)
    context.addIssue({ code: 'custom', path: ['DEMO_PUBLIC'], message: 'Set DEMO=on too' })
  const hasShare = OTEL_TRACES_SAMPLER?.endsWith('ratio') === true
  if (isTraced(configuration) && OTEL_TRACES_SAMPLER_ARG !== undefined && !hasShare)
    context.addIssue({
      code: 'custom',
      path: ['OTEL_TRACES_SAMPLER_ARG'],
      message: 'Set OTEL_TRACES_SAMPLER=parentbased_traceidratio too',
    })
}

/** Values without spaces around them, such as the line break at the end of a mounted secret. */
const trimmedValues = z.record(
  z.string(),
  z
    .string()
    .trim()
    .refine((value) => value !== '', 'Set a value, or remove the variable: it has only spaces')
    .refine((value) => !/^(["']).*\1$/s.test(value), 'Remove the quotes around the value'),
)

/** Reads the environment. @throws an error that names each invalid variable */
export function readConfiguration(environment: Record<string, string | undefined>): Configuration {
  const given = variableNames.flatMap((name) => {
    const value = environment[name]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  const names = new Set(given.map(([name]) => name))
  const read = trimmedValues
    .transform((values): unknown => values)
    .pipe(environmentSchema)
    .superRefine((_configuration, context) => checkSingleSignOn(names, context))
    .superRefine(checkMail)
    .superRefine(checkMetrics)
    .superRefine(checkIgnored)
    .safeParse(Object.fromEntries(given))
  if (read.success) return read.data
  const messages = read.error.issues.map(({ path: [name, ...place], message }) => {
    const where = place.length === 0 ? '' : ` at ${place.join('.')}`
    return `${name?.toString() ?? 'environment'}${where}: ${message}`
  })
  // An address with several wrong parts has the same message for each.
  throw new Error([...new Set(messages)].join('\n'))
}

/** Variables of cron, which passes them to its jobs. */
const namesOfCron = new Set(['MAILTO', 'MAILFROM'])

/** Returns a question for each variable that is not set, but one whose name has a typo is. */
export function misspeltVariables(environment: Record<string, string | undefined>): string[] {
  // Single words are too short: PORTS and POST are variables of other programs.
  const missing = variableNames.filter((name) => name.includes('_') && !environment[name])
  return missing.flatMap((name) => {
    const pattern = new RegExp(`^${misspellingPattern(Array.from(name))}$`)
    return Object.keys(environment)
      .filter((given) => pattern.test(given))
      .filter((given) => !variableNames.includes(given) && !namesOfCron.has(given))
      .map((given) => `${given} has no effect: did you mean ${name}?`)
  })
}
