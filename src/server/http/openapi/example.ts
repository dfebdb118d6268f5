import { z } from 'zod'

/** The parts of a JSON Schema that an example is made from. */
const exampleSchema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.unknown()).default({}),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).default([]),
})

const uuid = '01997a5e-3c1f-7d52-9c0b-5f8f2f6d1a40'

/** Sample values by member name, or by `<schema>.<member>`. */
const samples: Readonly<Record<string, unknown>> = {
  'AccessTokenRequest.name': 'Nightly sync',
  'ActionSummary.name': 'Send message',
  'Alert.description': '90,000 of 100,000 API requests per hour are used',
  'Alert.key': 'apiRequestsPerHour',
  'Alert.type': 'apiRequestsPerHour',
  'AlertMute.type': 'apiRequestsPerHour',
  'App.isPublic': true,
  'AuditEvent.actor': { role: 'admin', name: 'Ada Park' },
  'AuditEvent.operation': 'updateOrgWorkspace',
  'AuditEvent.subject': { type: 'workspace', id: uuid, name: 'Acme production' },
  'Connector.key': 'hubspot-oauth',
  'Connector.name': 'HubSpot OAuth',
  'IssuedToken.name': 'Nightly sync',
  'JwksCheck.uri': 'https://login.example.com/jwks.json',
  'OperatorLimitsUpdate.operatorLimits': { apiRequestsPerHour: { unit: 'number', value: 150_000 } },
  'ProviderSession.name': 'Ada Park',
  'PublicKeyUse.name': 'backend',
  'PublishedKey.kty': 'RSA',
  'RecordedChange.path': 'limits.apiRequestsPerHour.value',
  'Tenant.key': 'larkfield',
  'Tenant.name': 'Larkfield',
  'TenantUsage.key': 'larkfield',
  'TenantUsage.name': 'Larkfield',
  'WebhookSecret.secret': 'whsec_q0Wm…',
  actor: 'Ada Park',
  attempt: 'v1.3u2Q…',
  authorizationUri: 'https://login.example.com/authorize?client_id=signalbox&response_type=code',
  body: '{"eventType":"ping"}',
  callbackUri: 'https://signalbox.example.com/signed-in?code=ZGVtbw&state=b3Blbg',
  categories: ['CRM'],
  changelog: 'Adds the sandbox region',
  createdBy: 'Ada Park',
  cursor: 'eyJsaXN0…',
  emailRecipients: ['ops@example.com'],
  eventType: 'alert.created',
  key: 'hubspot',
  message: 'A name is required',
  mutedUntil: '2030-01-31T12:00:00.000Z',
  name: 'HubSpot',
  nearPercent: 90,
  redirectUri: 'https://signalbox.example.com/signed-in',
  renewal: 'v1.9aKx…',
  returnUri: 'https://signalbox.example.com/sign-in',
  selectors: ['hubspot'],
  token: 'eyJhbGciOiJIUzI1NiJ9.…',
  uri: 'https://hooks.example.com/signalbox',
  version: '1.2.0',
}

/** Sample values of the members of each kind of workspace. */
const workspaceSamples: Readonly<Record<string, unknown>> = {
  key: 'acme-production',
  name: 'Acme production',
}

const times = new Set(['since', 'from', 'to'])

function sampleOf(schema: string, member: string): unknown {
  const ofWorkspace = schema.startsWith('OrgWorkspace') ? workspaceSamples[member] : undefined
  const own = samples[`${schema}.${member}`] ?? ofWorkspace ?? samples[member]
  if (own !== undefined) return own
  if (/(^id|Id|uuid|Uuid)$/.test(member)) return uuid
  if (member.endsWith('At') || times.has(member)) return '2026-01-31T12:00:00.000Z'
  return undefined
}

/** Optional members that an example shows too. */
const optionalMembers = new Set(['cursor', 'emailRecipients', 'name', 'nearPercent', 'selectors'])

/**
 * Builds an example of a JSON Schema: its required members, each with the sample for its name or
 * else the simplest value of its type.
 * @param components the schemas that references point to
 */
export function exampleOf(
  json: unknown,
  components: Readonly<Record<string, unknown>>,
  [schemaName, memberName] = ['', ''],
): unknown {
  const schema = exampleSchema.parse(json)
  if (schema.$ref !== undefined) {
    const own = samples[`${schemaName}.${memberName}`]
    if (own !== undefined) return own
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return exampleOf(components[name], components, [name, ''])
  }
  if (schema.const !== undefined) return schema.const
  const sample = sampleOf(schemaName, memberName)
  if (schema.enum !== undefined) return schema.enum.includes(sample) ? sample : schema.enum.at(0)
  if (sample !== undefined) return sample
  const type = [schema.type ?? []].flat()[0]
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([name]) => schema.required.includes(name) || optionalMembers.has(name))
        .map(([name, member]) => [name, exampleOf(member, components, [schemaName, name])]),
    )
  if (type === 'array') return [exampleOf(schema.items, components, [schemaName, ''])]
  if (schema.anyOf.length > 0) return exampleOf(schema.anyOf[0], components)
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return false
  if (type === 'null') return null
  return type === 'string' ? 'text' : {}
}
