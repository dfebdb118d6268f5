import { expect, test } from 'vitest'
import { withoutLabel } from './without-label'

test('a sentence loses the label that it starts with, and no other', () => {
  const text = 'API requests per second: the limit of 120 is reached.'
  expect(withoutLabel(text, 'API requests per second')).toBe('The limit of 120 is reached.')
  expect(withoutLabel(text, 'API requests')).toBe(text)
  expect(withoutLabel('Tenants: 4 of 5 are used.', 'Tenants')).toBe('4 of 5 are used.')
})
