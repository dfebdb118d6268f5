import { expect, test } from 'vitest'
import {
  alertTypePath,
  channelPath,
  isMemberPath,
  labelOf,
  limitPath,
  memberAt,
  memberName,
  settingPath,
} from './member-path'

test.each([
  [limitPath('workspace', 'apiRequestsPerSecond'), 'API requests per second'],
  [limitPath('operator', 'apiRequestsPerSecond'), 'API requests per second (operator)'],
  [limitPath('workspace', 'engineOwn'), 'engineOwn'],
  [settingPath('enableApiLogs'), 'API logs'],
  [settingPath('engineOwn'), 'engineOwn'],
  [alertTypePath('testAlert'), 'Alert: Test alert'],
  [alertTypePath('engineOwn'), 'Alert: engineOwn'],
  [channelPath('testAlert', 'webhook'), 'Alert: Test alert by webhook'],
  [channelPath('testAlert', 'email'), 'Alert: Test alert by e-mail'],
  ['jwksUri', 'JWKS URI'],
])('the label of %s is %s', (path, label) => {
  expect(isMemberPath(path)).toBe(true)
  expect(labelOf(path)).toBe(label)
})

test('a member has the name that the specification gives it', () => {
  expect(memberName(limitPath('operator', 'parallelFlowRuns'))).toBe('parallelFlowRuns')
  expect(memberName(channelPath('testAlert', 'email'))).toBe('testAlert')
  expect(memberName('jwksUri')).toBe('jwksUri')
})

test('a path of a channel is of its type and channel', () => {
  expect(memberAt(channelPath('testAlert', 'email'))).toEqual({
    kind: 'channel',
    alertType: 'testAlert',
    channel: 'email',
  })
})

test.each(['toString', 'limits', ''])('%j cannot be edited, and is its own name', (path) => {
  expect(isMemberPath(path)).toBe(false)
  expect([labelOf(path), memberName(path)]).toEqual([path, path])
})

test('what is in the history only has a label, and cannot be edited', () => {
  expect(isMemberPath('webhookSecret')).toBe(false)
  expect(labelOf('webhookSecret')).toBe('Webhook secret')
  expect(labelOf('alertMutes.testAlert')).toBe('Mute: Test alert')
  expect(isMemberPath('alertMutes.testAlert')).toBe(false)
})
