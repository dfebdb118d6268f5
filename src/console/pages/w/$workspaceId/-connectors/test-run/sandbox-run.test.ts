import { expect, test } from 'vitest'
import { cannedResponseSchema, emptyReport, parseMessage, withMessage } from './sandbox-run'

const returned = { type: 'returned', milliseconds: 2, valueType: 'object', json: '{}' }
const log = { type: 'log', level: 'log', text: 'one' }

test('a report collects the messages of the sandbox', () => {
  const report = [log, { ...log, text: 'two' }, returned]
    .flatMap((message) => parseMessage(JSON.stringify(message)) ?? [])
    .reduce(withMessage, emptyReport)
  expect(report.logs.map(({ text }) => text)).toEqual(['one', 'two'])
  expect(report.result).toEqual(returned)
})

test.each([
  ['an object', returned],
  ['no JSON', 'returned'],
  ['an unknown type', JSON.stringify({ ...returned, type: 'navigate' })],
  ['a result of this page', JSON.stringify({ type: 'cancelled' })],
  ['a member of the wrong type', JSON.stringify({ ...returned, json: {} })],
  ['a line that is none', JSON.stringify({ ...returned, type: 'failed', message: '', line: 1.5 })],
])('a message is ignored that is %s', (_what, message) => {
  expect(parseMessage(message)).toBeUndefined()
})

test('a response has a status that a script can give it', () => {
  expect(cannedResponseSchema.safeParse({ status: 204 }).success).toBe(true)
  expect(cannedResponseSchema.safeParse({ status: 101 }).success).toBe(false)
  expect(cannedResponseSchema.safeParse({ status: 200, headers: { 'a b': '' } }).success).toBe(
    false,
  )
})
