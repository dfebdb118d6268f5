import { expect, test } from 'vitest'
import { firstValidLocale } from './locale'

test('a name that is not a locale, as browsers report on some systems, is left out', () => {
  expect(firstValidLocale(['de-AT', 'en'])).toBe('de-AT')
  expect(firstValidLocale(['C', 'en-US@posix', 'fr-FR', 'fr'])).toBe('fr-FR')
  expect(firstValidLocale(['C'])).toBe('en-US')
  expect(firstValidLocale([])).toBe('en-US')
})
