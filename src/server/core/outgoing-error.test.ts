import { expect, test } from 'vitest'
import { describeOutgoingError, OutgoingRequestBlocked, UnreadableBody } from './outgoing-error'

function named(name: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name })
}
const coded = (code: string) =>
  named('TypeError', 'fetch failed', Object.assign(new Error(code), { code }))
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
  [
    'an expired certificate',
    coded('CERT_HAS_EXPIRED'),
    'The certificate of the address is not valid',
  ],
  [
    'a certificate for another name',
    coded('ERR_TLS_CERT_ALTNAME_INVALID'),
    'The certificate of the address is not valid',
  ],
  [
    'a certificate of an unknown authority',
    coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    'The certificate of the address is not valid',
  ],
  [
    'an address that asks for a certificate',
    coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
    'No TLS connection to the address can be made',
  ],
  [
    'a response that cannot be unpacked',
    new UnreadableBody(200, coded('Z_DATA_ERROR')),
    'The response cannot be read',
  ],
  ['a network error', named('Error', 'ECONNREFUSED 10.0.0.1'), 'The address cannot be reached'],
  ['what is not an error', 'ECONNREFUSED 10.0.0.1', 'The address cannot be reached'],
])('%s', (_what, error, text) => {
  expect(describeOutgoingError(error)).toBe(text)
})
