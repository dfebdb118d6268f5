import { expect, test } from 'vitest'
import { describeOutgoingError, OutgoingRequestBlocked } from './outgoing-error'

function named(name: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name })
}
const blocked = new OutgoingRequestBlocked('Private addresses are not allowed')

test.each([
  ['a blocked request', blocked, 'Private addresses are not allowed'],
  [
    'a blocked request inside others',
    named('TypeError', 'fetch failed', named('Error', 'connect', blocked)),
    'Private addresses are not allowed',
  ],
  ['a timeout', named('TimeoutError', 'after 10 s'), 'The address did not respond in time'],
  [
    'a timeout inside another error',
    named('TypeError', 'fetch failed', named('TimeoutError', 'after 10 s')),
    'The address did not respond in time',
  ],
  ['a network error', named('Error', 'ECONNREFUSED 10.0.0.1'), 'The address cannot be reached'],
  ['what is not an error', 'ECONNREFUSED 10.0.0.1', 'The address cannot be reached'],
])('%s', (_what, error, text) => {
  expect(describeOutgoingError(error)).toBe(text)
})
