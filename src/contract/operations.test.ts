import { describe, expect, it } from 'vitest'
import { alertDeliverySettingsUpdateSchema, alertTypeNames } from './alerts'
import { connectorCreateSchema } from './connectors'
import { operations } from './operations'
import { settingNames, workspaceUpdateSchema } from './workspaces'

const delivery = Object.fromEntries(alertTypeNames.map((name) => [name, { internal: true }]))

function issuePaths(result: {
  error?: { issues: { path: PropertyKey[] }[] } | undefined
}): string[] {
  return (result.error?.issues ?? []).map((issue) => issue.path.join('.'))
}

describe('the operations', () => {
  it('include the ten of the specification, and mark all others as extensions', () => {
    const ours = Object.values(operations)
      .filter((operation) => !('extension' in operation))
      .map((operation) => `${operation.method} ${operation.path}`)
    expect(ours.toSorted()).toEqual(
      [
        'PATCH /org-workspaces/{id}',
        'POST /org-workspaces/{id}/restore',
        'POST /connectors',
        'GET /connectors',
        'GET /connectors/{idOrKey}',
        'GET /universe/apps',
        'GET /external-apps',
        'DELETE /external-apps/{idOrKeyOrUuid}',
        'GET /connections/{id}/export',
        'GET /actions/{selector}',
      ].toSorted(),
    )
  })

  it('declare every parameter of their path, and no two share method and path', () => {
    const seen = new Set<string>()
    for (const [id, operation] of Object.entries(operations)) {
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const declared = 'params' in operation ? Object.keys(operation.params.shape) : []
      expect(declared, id).toEqual(inPath)
      const place = `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '{}')}`
      expect(seen.has(place), place).toBe(false)
      seen.add(place)
    }
  })
})

describe('a workspace update', () => {
  it('has nine settings', () => {
    expect(settingNames).toHaveLength(9)
  })

  it.each([
    {},
    { name: 'A' },
    { jwksUri: null },
    { webhookUri: '' },
    { userFieldsSchema: [1, null, 'anything'] },
    { type: 'development', isReadOnly: true },
    { settings: { enableApiLogs: false } },
    { publicKeys: [] },
    { enabledWebhookEvents: ['connection.created', 'our.own'] },
    { alertDeliverySettings: { alertTypes: delivery } },
  ])('takes %j', (body) => {
    expect(issuePaths(workspaceUpdateSchema.safeParse(body))).toEqual([])
  })

  it.each([
    { name: '' },
    { name: null },
    { key: 'x' },
    { type: 'staging' },
    { settings: { useRemoteRepository: true } },
    { publicKeys: [{ name: 'a' }] },
    { publicKeys: [{ name: 'a', publicKey: 'b', kid: 'c' }] },
    { webhookUri: null },
    { webhookUri: 'javascript:alert(1)' },
    { isReadOnly: 'true' },
    [],
    null,
  ])('refuses %j', (body) => {
    expect(workspaceUpdateSchema.safeParse(body).success).toBe(false)
  })
})

describe('alert delivery settings', () => {
  it('need all thirty types', () => {
    expect(alertTypeNames).toHaveLength(30)
    const { testAlert: _, ...others } = delivery
    expect(issuePaths(alertDeliverySettingsUpdateSchema.safeParse({ alertTypes: others }))).toEqual(
      ['alertTypes.testAlert'],
    )
  })

  it('keep the internal list on, and take no channel beyond webhook and email', () => {
    for (const wrong of [
      { internal: false },
      { internal: true, sms: { enabled: true } },
      { internal: true, webhook: {} },
    ]) {
      expect(
        alertDeliverySettingsUpdateSchema.safeParse({
          alertTypes: { ...delivery, testAlert: wrong },
        }).success,
      ).toBe(false)
    }
  })
})

describe('a connector', () => {
  const code = { type: 'javascript', code: 'export default () => {}' } as const

  it('needs a name and nothing else', () => {
    expect(issuePaths(connectorCreateSchema.safeParse({ name: 'HubSpot' }))).toEqual([])
    expect(issuePaths(connectorCreateSchema.safeParse({}))).toEqual(['name'])
  })

  it('keeps unknown members of a function and unknown keywords of a schema', () => {
    const connector = {
      name: 'HubSpot',
      test: { type: 'javascript', code: '', retries: 3 },
      inputSchema: {
        type: 'object',
        properties: { region: { type: 'string', isSensitive: true } },
      },
    }
    expect(connectorCreateSchema.parse(connector)).toEqual(connector)
  })

  it('names the place of an error in a JSON Schema', () => {
    const inputSchema = {
      type: 'object',
      properties: { region: { type: 'text' } },
      required: 'region',
    }
    expect(issuePaths(connectorCreateSchema.safeParse({ name: 'a', inputSchema }))).toContain(
      'inputSchema.required',
    )
  })

  it('rejects kinds that a function does not allow, and functions that a type does not use', () => {
    expect(
      issuePaths(
        connectorCreateSchema.safeParse({
          name: 'a',
          refreshCredentials: { type: 'mapping', mapping: {} },
        }),
      ),
    ).toEqual(['refreshCredentials.type'])
    expect(
      issuePaths(
        connectorCreateSchema.safeParse({ name: 'a', type: 'app-token', getOAuthConfig: code }),
      ),
    ).toEqual(['getOAuthConfig'])
    expect(
      issuePaths(connectorCreateSchema.safeParse({ name: 'a', test: { type: 'javascript' } })),
    ).toEqual(['test.code'])
  })

  it('has options or top-level authentication, never both', () => {
    const both = {
      name: 'a',
      type: 'oauth2',
      getOAuthConfig: code,
      options: { main: { type: 'oauth2' } },
    }
    expect(issuePaths(connectorCreateSchema.safeParse(both))).toEqual(['type', 'getOAuthConfig'])
  })
})
