import { z } from 'zod'
import { eitherOf } from './either-of'

/** What each type is called. */
const nouns: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function typeMessage(expected: string, input: unknown): string {
  if (input === undefined) return 'A value is required'
  const noun = nouns[expected] ?? expected
  const sent = typeOf(input)
  return typeof input === 'number' && noun.endsWith('number')
    ? `Use ${noun}`
    : `Use ${noun}, not ${typeof input === 'boolean' ? String(input) : (nouns[sent] ?? sent)}`
}

interface Bound {
  origin: string
  at: 'most' | 'least'
  bound: number | bigint
  isInclusive: boolean
}

/** Describes a bound of a number, or of the length of a text or list. */
function boundMessage({ origin, at, bound, isInclusive }: Bound): string {
  const amount = bound.toLocaleString('en')
  const unit = units[origin]
  if (unit !== undefined) return `Use at ${at} ${amount} ${unit[Number(bound) === 1 ? 0 : 1]}`
  if (isInclusive) return `Use a number of at ${at} ${amount}`
  return `Use a number ${at === 'most' ? 'less' : 'greater'} than ${amount}`
}

function formatMessage(format: string): string {
  if (format === 'datetime') return 'Use a time in UTC, such as 2026-05-20T10:00:00Z'
  return format === 'uuid' ? 'Use a UUID' : 'This is not in the expected format'
}

/** Returns what is wrong with a value in plain words, where its schema does not say it. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue.expected, issue.input)
    case 'invalid_value': {
      const values = issue.values.map((value) =>
        typeof value === 'string' ? `'${value}'` : String(value),
      )
      return `Use ${eitherOf(values)}`
    }
    case 'too_big':
    case 'too_small':
      return boundMessage({
        origin: issue.origin,
        ...(issue.code === 'too_big'
          ? { at: 'most', bound: issue.maximum }
          : { at: 'least', bound: issue.minimum }),
        isInclusive: issue.inclusive !== false,
      })
    case 'invalid_format':
      return formatMessage(issue.format)
    case 'invalid_key':
      return `A name here is wrong: ${issue.issues[0]?.message}`
    case 'invalid_union':
      return 'This value is not allowed here'
    default:
      return undefined
  }
}

// For every schema, in the server and the console: forms show messages as they are.
z.config({ customError: messageOf })
