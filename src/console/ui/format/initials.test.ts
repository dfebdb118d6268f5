import { expect, test } from 'vitest'
import { initialsOf } from './initials'

test.each([
  ['Acme Fleet Europe', 'AF'],
  ['acme', 'AC'],
  ['  spaces   around ', 'SA'],
  ['🚀 Launch', '🚀L'],
  ['🚀🚀🚀', '🚀🚀'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
