import { createConfig, lintFromString } from '@redocly/openapi-core'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { operations } from '../../contract/operations'
import { openApiDocument } from './openapi'

const document = openApiDocument(operations)

test('a public linter finds nothing to say about the document', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: ['recommended'] }),
  })
  expect(
    problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    ),
  ).toEqual([])
})

test('every operation stands in it, and only the extensions are marked', () => {
  const written = Object.entries(
    z
      .record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() })))
      .parse(document['paths']),
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      `${method.toUpperCase()} ${path}`,
      operation['x-extension'] === true,
    ]),
  )
  const expected = Object.entries(operations).map(([id, operation]) => [
    id,
    `${operation.method} ${operation.path}`,
    'extension' in operation,
  ])
  expect(new Set(written.map(String))).toEqual(new Set(expected.map(String)))
})
