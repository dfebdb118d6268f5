import { expect, test } from 'vitest'
import { errorText } from './error-text'
import { describeOutgoingError } from './outgoing-error'
import { invalidRequest } from './service-error'

test('the text of an error can be stored: 300 characters, without NUL or lone surrogates', () => {
  expect(errorText(new Error('a\0b\uD800c😀'))).toBe('a\u{FFFD}b\u{FFFD}c😀')
  expect(errorText('x'.repeat(400))).toBe('x'.repeat(300))
  expect(errorText(`${'x'.repeat(299)}😀`)).toBe(`${'x'.repeat(299)}\u{FFFD}`)
  expect(errorText(undefined)).toBe('undefined')
})

test('an outgoing error reveals only that the request was blocked, late or unreachable', () => {
  const named = (name: string, message: string) => Object.assign(new Error(message), { name })
  const within = (cause: unknown) => new TypeError('fetch failed', { cause })
  expect(describeOutgoingError(within(within(named('OutgoingRequestBlocked', 'Private'))))).toBe(
    'Private',
  )
  expect(describeOutgoingError(within(named('TimeoutError', 'secret')))).toBe(
    'The address did not respond in time',
  )
  expect(describeOutgoingError(within(new Error('connect ECONNREFUSED 10.0.0.7')))).toBe(
    'The address cannot be reached',
  )
})

test('a refused request names the first issue and how many more there are', () => {
  const issues = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      path: ['body', 'keys', index],
      message: 'Wrong',
      code: 'custom',
    }))
  const messageOf = (count: number) => invalidRequest(issues(count)).message
  expect([0, 1, 3, 99].map(messageOf)).toEqual([
    'The request is not valid',
    'body.keys.0: Wrong',
    'body.keys.0: Wrong (and 2 more)',
    'body.keys.0: Wrong (and 98 more)',
  ])
  const many = invalidRequest(issues(250))
  expect(many.message).toBe('body.keys.0: Wrong (and at least 99 more)')
  expect(many.data).toEqual({ issues: issues(100) })
})
