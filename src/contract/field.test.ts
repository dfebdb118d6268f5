import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  categoryNames,
  clearableHttpUri,
  displayName,
  elementKey,
  freeObject,
  httpUri,
  imageUri,
  selector,
  timestampInput,
} from './field'
import { singleSignOnOperations } from './single-sign-on'

/** Accents in the wrong order: sorting them takes a time that grows with their number squared. */
const accents = `a${'\u0301'.repeat(80_000)}${'\u0316'.repeat(80_000)}`

test.each([
  ['a key', elementKey, accents],
  ['a selector', selector, accents],
  ['an address', httpUri, `https://${accents}/`],
  [
    'an address to return to',
    singleSignOnOperations.startSingleSignOn.body.shape.redirectUri,
    `https://${accents}/`,
  ],
])('%s that is much too long is refused in no time', (_what, schema, text) => {
  const since = performance.now()
  expect(schema.safeParse(text).success).toBe(false)
  // It would take more than ten seconds.
  expect(performance.now() - since).toBeLessThan(3000)
})

const long = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`
const images = ['data:image/png;base64,AA==', 'data:image/svg+xml,<svg/>', '/logo.svg']

test.each<[string, z.ZodType, accepted: unknown[], refused: unknown[]]>([
  [
    'an address',
    httpUri,
    ['https://a.example', 'http://a.example:8080/path?query#part', long(2048)],
    ['', 'a.example', '/path', 'ftp://a.example', 'javascript:alert(1)', long(2049)],
  ],
  [
    'an address without its user',
    httpUri,
    ['https://a.example/?user=a:b@c'],
    ['https://user@a.example', 'https://user:secret@a.example', 'https://:secret@a.example'],
  ],
  ['an address or nothing', clearableHttpUri, ['', 'https://a.example'], [' ', 'a.example']],
  [
    'an image',
    imageUri,
    ['', 'https://a.example/logo.png', ...images, images[0]?.toUpperCase(), long(2048)],
    ['logo.svg', '//a.example/logo.svg', 'data:text/html,<p>', 'ftp://a.example', long(2049)],
  ],
  [
    'a key',
    elementKey,
    ['a', '7', 'my-crm', 'My_CRM.2', 'é', '数', 'x'.repeat(100)],
    ['', '-a', '.a', '_a', 'a b', 'a/b', 'a\n', 'x'.repeat(101)],
  ],
  ['a name', displayName, ['a', ' a ', 'x'.repeat(200)], ['', ' ', '\t\n', 'x'.repeat(201)]],
  [
    'categories',
    categoryNames,
    [[], ['CRM', 'Sales'], Array.from({ length: 50 }, () => 'x'.repeat(100))],
    [[''], ['x'.repeat(101)], Array.from({ length: 51 }, () => 'x'), 'CRM'],
  ],
  ['a selector', selector, ['a', 'x'.repeat(200)], ['', 'x'.repeat(201)]],
  [
    'a time',
    timestampInput,
    ['2026-05-20T10:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0000-12-31T00:00:00Z', '2026-05-20', '2026-05-20T10:00:00', 'now'],
  ],
  ['an object', freeObject, [{}, { a: { b: [1] } }], [[], 'a', null]],
])('%s is accepted as declared', (_what, schema, accepted, refused) => {
  const isAccepted = (value: unknown) => schema.safeParse(value).success
  expect(accepted.filter((value) => !isAccepted(value))).toEqual([])
  expect(refused.filter(isAccepted)).toEqual([])
})

test('keys and selectors are composed, and a name stays as it was sent', () => {
  for (const schema of [elementKey, selector]) expect(schema.parse('e\u0301')).toBe('\u00e9')
  expect(displayName.parse(' e\u0301 ')).toBe(' e\u0301 ')
})

test.each([
  [displayName, '', 'A name needs at least one character'],
  [displayName, ' ', 'A name needs a visible character'],
  [displayName, ' \u200B\u00AD\uFEFF', 'A name needs a visible character'],
  [httpUri, 'a.example', 'Use a full address that starts with https://'],
  [httpUri, 'https://a@b.example', 'Leave the user name and password out of the address'],
  [timestampInput, '2026-05-20T10:00:00+01:00', 'Use a time in UTC, such as 2026-05-20T10:00:00Z'],
  [timestampInput, '0000-01-01T00:00:00Z', 'Use a year from 0001 on'],
])('one message says what is wrong (%#)', (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})
