import { expect, test } from 'vitest'
import type { Tenant } from '@/contract/tenants'
import { checkFields } from './fields-check'

const tenant = (key: string, fields: Record<string, unknown>): Tenant => ({
  id: key,
  key,
  fields,
  createdAt: '2026-01-01T00:00:00.000Z',
})

async function* pages(...all: Tenant[][]) {
  yield* all
}

const schema = JSON.stringify({
  type: 'object',
  properties: {
    plan: { enum: ['team', 'trial'] },
    address: {
      type: 'object',
      properties: { 'post/code': { type: 'string', pattern: '^[0-9]+$' } },
    },
  },
  required: ['plan'],
})

test('reports all tenants that violate a schema, with the invalid member', async () => {
  const { checked, mismatches } = await checkFields(
    schema,
    pages(
      [tenant('fits', { plan: 'team', other: 1 }), tenant('wrong plan', { plan: 'huge' })],
      [tenant('deep', { plan: 'trial', address: { 'post/code': 'x' } }), tenant('missing', {})],
    ),
  )
  expect(checked).toBe(4)
  expect(mismatches.map((mismatch) => [mismatch.tenant.key, mismatch.issues])).toEqual([
    ['wrong plan', [expect.stringMatching(/^plan: .*team/)]],
    ['deep', [expect.stringMatching(/^address\.post\/code: .*pattern/)]],
    ['missing', [expect.stringContaining('plan')]],
  ])
})

test('an older JSON Schema draft is validated by its own rules', async () => {
  const older = JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: { pair: { items: [{ type: 'string' }], additionalItems: false } },
  })
  const { mismatches } = await checkFields(
    older,
    pages([tenant('one', { pair: ['a'] }), tenant('two', { pair: ['a', 'b'] })]),
  )
  expect(mismatches.map((mismatch) => mismatch.tenant.key)).toEqual(['two'])
})

test('a schema that cannot be checked is reported', async () => {
  await expect(
    checkFields('{"$ref":"#/$defs/nowhere"}', pages([tenant('any', {})])),
  ).rejects.toThrow(/nowhere/)
})
