import { expect, test } from 'vitest'
import { z } from 'zod'
import { maxIssues } from './errors'
import { toIssues } from './issues'

function issuesOf(schema: z.ZodType, value: unknown): [path: string, code: string][] {
  const { error } = schema.safeParse(value)
  const issues = error === undefined ? [] : toIssues(error, ['body'])
  return issues.map(({ path, code }) => [path.join('.'), code])
}

const address = z.strictObject({ street: z.object({ number: z.number() }) })
const place = z.union([z.string(), z.object({ name: z.string() }), address])

test('for a union, the issues are those of the closest alternative', () => {
  expect(issuesOf(place, { street: { number: 'seven' } })).toEqual([
    ['body.street.number', 'invalid_type'],
  ])
  expect(issuesOf(z.object({ home: place }), { home: { street: { number: 'seven' } } })).toEqual([
    ['body.home.street.number', 'invalid_type'],
  ])
  expect(
    issuesOf(z.union([z.object({ name: z.string() }), z.array(place)]), [
      { street: { number: 'seven' } },
    ]),
    'a union inside a union',
  ).toEqual([['body.0.street.number', 'invalid_type']])
})

test('unions inside unions are measured once, not once for each that they are in', () => {
  let reads = 0
  let issue: z.core.$ZodIssue = { code: 'custom', message: 'Wrong', path: ['at'] }
  for (let level = 0; level < 100; level += 1) {
    const errors: z.core.$ZodIssue[][] = [[issue], []]
    issue = {
      code: 'invalid_union',
      message: 'None fits',
      errors,
      get path() {
        reads += 1
        return ['at']
      },
    }
  }
  const error = new z.ZodError([issue])
  reads = 0
  expect(toIssues(error, [])).toHaveLength(1)
  expect(reads).toBeLessThan(1000)
})

test('a value that is none of the alternatives is one issue', () => {
  expect(issuesOf(place, 7)).toEqual([['body', 'invalid_union']])
})

test('each unknown property is an issue with its own path', () => {
  expect(issuesOf(address, { street: { number: 7 }, a: 1, b: 2 })).toEqual([
    ['body.a', 'unrecognized_keys'],
    ['body.b', 'unrecognized_keys'],
  ])
})

test('no more issues are listed than an error may have', () => {
  const names = Array.from({ length: 3 * maxIssues }, (_, index) => String(index))
  const unknown = Object.fromEntries(names.map((name) => [name, 1]))
  expect(issuesOf(z.strictObject({}), unknown)).toHaveLength(maxIssues)
  expect(issuesOf(z.array(z.string()), names.map(Number))).toHaveLength(maxIssues)
  expect(
    issuesOf(z.array(z.strictObject({})), [{ a: 1 }, ...names.map(() => ({ b: 1, c: 2 }))]),
  ).toHaveLength(maxIssues)
})
