import { expect, test } from 'vitest'
import { expectConformity } from './conformity'

const connector = { id: '1', key: 'hubspot', name: 'HubSpot', isReadOnly: false }

function check(
  status: number,
  body: unknown,
  path = '/connectors/hubspot',
  { extensions = true, headers = {} } = {},
) {
  const received = { status, body, headers: new Headers(headers) }
  return () => expectConformity({ method: 'GET', path, extensions }, received)
}

test('responses that the contract describes pass', () => {
  expect(check(200, connector)).not.toThrow()
  expect(check(200, connector, '/connectors/hubspot?version=dev')).not.toThrow()
  expect(check(200, { status: 'ok' }, '/health')).not.toThrow()
  expect(check(304, undefined)).not.toThrow()
  expect(check(200, undefined, '/audit-events/export')).not.toThrow()
  expect(check(404, { key: 'not_found', message: 'Gone' })).not.toThrow()
  expect(check(404, { message: 'No such page' }, '/nowhere')).not.toThrow()
  expect(check(404, { message: 'Off' }, '/connector-catalog', { extensions: false })).not.toThrow()
})

test.each([
  ['there is no body', 200, undefined, 'A value is required'],
  ['a member is missing', 200, { ...connector, key: undefined }, 'key'],
  ['a member is of another type', 200, { ...connector, isReadOnly: 'no' }, 'isReadOnly'],
  ['a member is not in the contract', 200, { ...connector, secret: 's' }, 'does not name'],
  ['the error is not one of the operation', 409, { key: 'conflict', message: 'x' }, 'conflict'],
  ['the error has no message', 404, { key: 'not_found' }, 'message'],
])('a response is refused if %s', (_what, status, body, words) => {
  expect(check(status, body)).toThrow(words)
})

test('a response has only the headers that are documented for its status', () => {
  const path = '/connectors/hubspot'
  const retry = { headers: { 'Retry-After': '1' } }
  const unavailable = { key: 'unavailable', message: 'Try again' }
  expect(check(503, unavailable, path, retry)).not.toThrow()
  expect(check(200, connector, path, retry)).toThrow('Retry-After')
  expect(check(304, undefined, path, retry)).toThrow('Retry-After')
})

test('an enabled extension must conform to the contract', () => {
  expect(check(200, { items: [1] }, '/connector-catalog/categories')).toThrow('items')
})
