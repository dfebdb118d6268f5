import { expect, test } from 'vitest'
import { channelPath } from '@/console/edits/member-path'
import { alertRows } from '@/console/grids/alert-rows'
import { bareWorkspace } from '@/console/testing/bare-workspace'
import { toggledText } from './toggled-text'

const rows = alertRows(bareWorkspace, { [channelPath('testAlert', 'webhook')]: true })
const testAlert = rows.filter(({ name }) => name === 'testAlert')

test('a switch is announced with its channels, its alert types and its new state', () => {
  expect(toggledText(testAlert, ['webhook'])).toBe('Webhook for Test alert: off')
  expect(toggledText(testAlert, ['webhook', 'email'])).toBe('Webhook and E-mail for Test alert: on')
  expect(toggledText(rows.slice(0, 3), ['email'])).toBe('E-mail for 3 alert types: on')
})
