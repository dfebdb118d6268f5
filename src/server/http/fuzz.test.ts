import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertTypeNames } from '../../contract/alerts'
import { errorBodySchema } from '../../contract/errors'
import { limitNames } from '../../contract/limits'
import type { Operation } from '../../contract/operation'
import { operations } from '../../contract/operations'
import { settingNames, workspaceUpdateSchema } from '../../contract/workspaces'
import { operationIds } from '../routes/handler'
import { adminToken, testApi, type TestApi, type TestWorkspace } from '../testing/api'

let api: TestApi
let workspace: TestWorkspace
let token: string

beforeAll(async () => {
  api = await testApi()
  workspace = await api.newWorkspace('Fuzz')
  token = await adminToken(workspace)
})
afterAll(() => api.close())

const names = [...Object.keys(workspaceUpdateSchema.shape), ...limitNames, ...settingNames, ...alertTypeNames, 'unit', 'value', 'enabled', 'internal', 'name', 'key', 'type', 'code', 'mapping', 'options']
const leaf = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom('', 'number', 'Mb', 'msec', 'production', 'oauth2', 'javascript', -0, 1e308, -1, 0.1, '\0', '__proto__', 'constructor', '%', "'; drop table apps; --", '👾', 'İ'),
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 8 })), tie('json'), { maxKeys: 5 }),
  ),
}))

const text = fc.oneof(fc.string({ maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 12 }), leaf.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))))
const segment = fc.oneof(fc.constant(''), text).map((part) => encodeURIComponent(part.isWellFormed() ? part : 'x') || '%20')
const queryOf = (operation: Operation) =>
  fc.dictionary(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...Object.keys(operation.query?.shape ?? {}), 'limit', 'cursor') }, fc.string({ maxLength: 6 })), text, { maxKeys: 3 })

/** Answers that a request can get whatever it holds; a fault of the server is not one of them. */
async function expectSane(method: string, path: string, sent: { body?: unknown; headers?: Record<string, string> }): Promise<void> {
  const answer = await api.request(method, path, { token, ...sent })
  expect(answer.status, `${method} ${path} ${JSON.stringify(sent)} ${JSON.stringify(api.logged.at(-2))}`).toBeLessThan(500)
  if (answer.status >= 400) expect(errorBodySchema.safeParse(answer.body).success).toBe(true)
}

describe('whatever is sent, the server has an answer', () => {
  const fuzzed = operationIds.filter((id) => id !== 'archiveOrgWorkspace' && id !== 'rotateOrgWorkspaceSecret')
  test.each(fuzzed)('%s', { timeout: 120_000 }, async (id) => {
    const operation: Operation = operations[id]
    const address = fc.tuple(fc.oneof(segment, fc.constant(workspace.id)), queryOf(operation)).map(([chosen, query]) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])).toString()
      return operation.path.replaceAll(/\{\w+\}/g, chosen) + (search === '' ? '' : `?${search}`)
    })
    const body = operation.method === 'GET' || operation.method === 'DELETE' ? fc.constant(undefined) : fc.option(json, { nil: undefined })
    await fc.assert(
      fc.asyncProperty(address, body, (path, value) => expectSane(operation.method, path, { body: value })),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 150) },
    )
  })
})

test('an update is taken exactly when the contract takes it', { timeout: 120_000 }, async () => {
  const entry = fc.record({ unit: fc.constantFrom('number', 'Mb', 'msec'), value: fc.oneof(fc.nat(), fc.double({ noNaN: true, min: -2, max: 9 })) }, { requiredKeys: ['unit'] })
  const update = fc.record(
    {
      name: fc.string({ maxLength: 20 }),
      limits: fc.dictionary(fc.constantFrom(...limitNames), entry, { maxKeys: 3 }),
      settings: fc.dictionary(fc.constantFrom(...settingNames.filter((name) => name !== 'disableSecretKeyAuth')), fc.boolean(), { maxKeys: 3 }),
      userFieldsSchema: fc.jsonValue({ maxDepth: 3 }),
      type: fc.constantFrom('production', 'development'),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(update, async (body) => {
      const sent: unknown = JSON.parse(JSON.stringify(body))
      const storable = !/\\u0000|"__proto__":/.test(JSON.stringify(body))
      const { status } = await api.request('PATCH', `/org-workspaces/${workspace.id}`, { token, body: sent })
      expect(status).toBe(workspaceUpdateSchema.safeParse(sent).success && storable ? 200 : 400)
    }),
    { numRuns: 200 },
  )
})
