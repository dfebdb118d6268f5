import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { alertTypeNames } from '@/contract/alerts'
import { errorBodySchema } from '@/contract/errors'
import { limitNames } from '@/contract/limits'
import type { Operation } from '@/contract/operation'
import { operations } from '@/contract/operations'
import { settingNames, workspaceUpdateSchema } from '@/contract/workspaces'
import { adminToken, type TestWorkspace } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { operationIds } from './operation-kinds'

let workspace: TestWorkspace
let token: string

const api = await apiPerFile()
// Each test gets a fresh workspace, since random writes could make a later test's requests fail.
beforeEach(async () => {
  workspace = await api.newWorkspace('Fuzz')
  token = await adminToken(workspace)
})

const names = [
  ...Object.keys(workspaceUpdateSchema.shape),
  ...limitNames,
  ...settingNames,
  ...alertTypeNames,
  'unit',
  'value',
  'enabled',
  'internal',
  'name',
  'key',
  'type',
  'code',
  'mapping',
  'options',
]
const leaf = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(
    '',
    'number',
    'Mb',
    'msec',
    'production',
    'oauth2',
    'javascript',
    -0,
    1e308,
    -1,
    0.1,
    '\0',
    '__proto__',
    'constructor',
    '%',
    "'; drop table apps; --",
    '👾',
    'İ',
  ),
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 8 })), tie('json'), {
      maxKeys: 5,
    }),
  ),
}))

type JsonSchema = z.core.JSONSchema._JSONSchema

/** Strings that some field accepts, so that requests get past the first check. */
const plausibleTexts = [
  'Name',
  'key-1',
  'https://hooks.example/',
  '2026-01-01T00:00:00Z',
  '1.0.0',
  'testAlert',
  '01a05bfb-7000-7000-8000-000000000000',
  'GET',
]

/** Mostly the usual value, rarely the odd one. */
function mostly(usual: fc.Arbitrary<unknown>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd })
}

/**
 * Generates values of a schema, with random JSON in some places.
 * @param parts the schemas that it refers to, by name
 */
function nearlyValid(
  schema: JsonSchema | undefined,
  parts: Record<string, JsonSchema>,
): fc.Arbitrary<unknown> {
  return mostly(valid(schema, parts), json)
}

function valid(
  schema: JsonSchema | undefined,
  parts: Record<string, JsonSchema>,
): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object') return json
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/$defs/', '')
    // Inside itself a recursive schema accepts any JSON, which ends the recursion.
    return valid(parts[name], { ...parts, [name]: true })
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return fc.oneof(...alternatives.map((one) => valid(one, parts)))
  switch (schema.type) {
    case 'object': {
      const { propertyNames, additionalProperties } = schema
      const ownNames =
        typeof propertyNames === 'object' && propertyNames.enum !== undefined
          ? fc.constantFrom(...propertyNames.enum.map(String))
          : fc.constantFrom(...names)
      const members = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, member]) => [
          name,
          nearlyValid(member, parts),
        ]),
      )
      const free =
        additionalProperties === false
          ? fc.constant({})
          : fc.dictionary(ownNames, nearlyValid(additionalProperties, parts), { maxKeys: 3 })
      const stray = mostly(
        fc.constant({}),
        fc.dictionary(fc.constantFrom(...names), leaf, { maxKeys: 2 }),
      )
      return fc
        .tuple(
          fc.record(members, {
            requiredKeys: (schema.required ?? []).filter((name) => name in members),
          }),
          free,
          stray,
        )
        .map((all) => Object.assign({}, ...all))
    }
    case 'array':
      return fc.array(nearlyValid(Array.isArray(schema.items) ? undefined : schema.items, parts), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      })
    case 'string':
      return fc.constantFrom(
        ...plausibleTexts.filter((one) => new RegExp(schema.pattern ?? '', 'u').test(one)),
        'key-1',
      )
    case 'number':
    case 'integer':
      return fc.oneof(fc.nat({ max: 5000 }), fc.constantFrom(0, 1, 0.5, 1e15))
    case 'boolean':
      return fc.boolean()
    default:
      return json
  }
}

function bodyOf({ body }: Operation): fc.Arbitrary<unknown> {
  if (body === undefined) return mostly(fc.constant(undefined), json)
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return fc.oneof(
    { weight: 4, arbitrary: nearlyValid(schema, schema.$defs ?? {}) },
    json,
    fc.constant(undefined),
  )
}

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  leaf.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
)
/** A segment of a path; not `.` or `..`, which would make the request one of another operation. */
const segment = fc
  .oneof(fc.constant(''), text)
  .filter((part) => part !== '.' && part !== '..')
  .map((part) => encodeURIComponent(part.isWellFormed() ? part : 'x') || '%20')
const queryOf = (operation: Operation) =>
  fc.oneof(
    fc.constant({}),
    fc.dictionary(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constantFrom(
            ...Object.keys(operation.query?.shape ?? {}),
            'limit',
            'cursor',
          ),
        },
        fc.string({ maxLength: 6 }),
      ),
      fc.oneof(text, fc.constantFrom('1', 'true', 'both', 'dev', 'Name')),
      { maxKeys: 3 },
    ),
  )

/** Sends a request and expects a success or a well-formed refusal, never a server error. */
async function expectNoServerError(
  method: string,
  path: string,
  sent: { token: string; body?: unknown },
): Promise<void> {
  const response = await api.request(method, path, sent)
  expect(
    response.status,
    `${method} ${path} ${JSON.stringify(sent.body)} ${JSON.stringify(api.logged.at(-2))}`,
  ).toBeLessThan(500)
  if (response.status >= 400) expect(errorBodySchema.safeParse(response.body).success).toBe(true)
}

/** Creates a resource that the path can name, and returns its selectors. */
async function createSelectors(path: string): Promise<string[]> {
  const create = async (at: string, key: string) =>
    z
      .object({ id: z.string() })
      .parse((await api.request('POST', at, { token, body: { name: 'Name', key } })).body).id
  if (path.startsWith('/connectors/')) return [await create('/connectors', 'thing'), 'thing']
  if (path.startsWith('/external-apps/')) return [await create('/external-apps', 'thing'), 'thing']
  return ['01a05bfb-7000-7000-8000-000000000000', 'testAlert']
}

/** How many requests, on each of both databases. */
const cases = Number(
  process.env['FUZZ_CASES'] ?? (process.env['LONG_TESTS'] === 'off' ? 1000 : 5000),
)
const casesPerOperation = Math.ceil(cases / (operationIds.length - 2))

describe('no request causes a server error', () => {
  const fuzzed = operationIds.filter(
    (id) => id !== 'archiveOrgWorkspace' && id !== 'rotateOrgWorkspaceSecret',
  )
  test.each(fuzzed)('%s', { timeout: 120_000 }, async (id) => {
    const operation: Operation = operations[id]
    const selectors = operation.path.startsWith('/org-workspaces/')
      ? [workspace.id]
      : await createSelectors(operation.path)
    const address = fc
      .tuple(fc.oneof(segment, fc.constantFrom(...selectors)), queryOf(operation))
      .map(([chosen, query]) => {
        const search = new URLSearchParams(
          Object.entries(query).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
        ).toString()
        return operation.path.replaceAll(/\{\w+\}/g, chosen) + (search === '' ? '' : `?${search}`)
      })
    const body =
      operation.method === 'GET' || operation.method === 'DELETE'
        ? fc.constant(undefined)
        : bodyOf(operation)
    await fc.assert(
      fc.asyncProperty(address, body, (path, value) =>
        expectNoServerError(operation.method, path, {
          token: operation.caller === 'operator' ? api.operatorToken : token,
          body: value,
        }),
      ),
      { numRuns: casesPerOperation },
    )
  })
})

test(
  'the API accepts an update if and only if the contract does',
  { timeout: 120_000 },
  async () => {
    const entry = fc.record(
      {
        unit: fc.constantFrom('number', 'Mb', 'msec'),
        value: fc.oneof(fc.nat(), fc.double({ noNaN: true, min: -2, max: 9 })),
      },
      { requiredKeys: ['unit'] },
    )
    const update = fc.record(
      {
        name: fc.string({ maxLength: 20 }),
        limits: fc.dictionary(fc.constantFrom(...limitNames), entry, { maxKeys: 3 }),
        settings: fc.dictionary(
          fc.constantFrom(...settingNames.filter((name) => name !== 'disableSecretKeyAuth')),
          fc.boolean(),
          { maxKeys: 3 },
        ),
        userFieldsSchema: fc.jsonValue({ maxDepth: 3 }),
        type: fc.constantFrom('production', 'development'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(update, async (body) => {
        const sent: unknown = JSON.parse(JSON.stringify(body))
        const storable = !/\\u0000|"__proto__":/.test(JSON.stringify(body))
        const { status } = await api.request('PATCH', `/org-workspaces/${workspace.id}`, {
          token,
          body: sent,
        })
        expect(status).toBe(workspaceUpdateSchema.safeParse(sent).success && storable ? 200 : 400)
      }),
      { numRuns: Math.ceil(cases / 50) },
    )
  },
)
