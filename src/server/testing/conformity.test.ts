import { expect, test } from 'vitest'
import { expectConformity } from './conformity'

const connector = { id: '1', key: 'hubspot', name: 'HubSpot', isReadOnly: false }

function check(status: number, body: unknown, path = '/connectors/hubspot', extensions = true) {
  return () => expectConformity({ method: 'GET', path, extensions }, { status, body })
}

test('responses that the contract describes pass', () => {
  expect(check(200, connector)).not.toThrow()
  expect(check(200, connector, '/connectors/hubspot?version=dev')).not.toThrow()
  expect(check(200, { status: 'ok' }, '/health')).not.toThrow()
  expect(check(304, undefined)).not.toThrow()
  expect(check(200, undefined, '/audit-events/export')).not.toThrow()
  expect(check(404, { key: 'not_found', message: 'Gone' })).not.toThrow()
  expect(check(404, { message: 'No such page' }, '/nowhere')).not.toThrow()
  expect(check(404, { message: 'Off' }, '/connector-catalog', false)).not.toThrow()
})

test.each([
  ['there is no body', 200, undefined, 'expected object'],
  ['a member is missing', 200, { ...connector, key: undefined }, 'key'],
  ['a member is of another type', 200, { ...connector, isReadOnly: 'no' }, 'isReadOnly'],
  ['a member is not in the contract', 200, { ...connector, secret: 's' }, 'does not name'],
  ['the error is not one of the operation', 409, { key: 'conflict', message: 'x' }, 'conflict'],
  ['the error has no message', 404, { key: 'not_found' }, 'message'],
])('a response is refused if %s', (_what, status, body, words) => {
  expect(check(status, body)).toThrow(words)
})

test('an enabled extension must conform to the contract', () => {
  expect(check(200, { items: [1] }, '/connector-catalog/categories')).toThrow('items')
})
