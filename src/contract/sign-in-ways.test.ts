import { expect, test } from 'vitest'
import { canAnybodySignIn } from './sign-in-ways'

test.each([
  ['with the secret', { refusesSecret: false, publicKeys: 0, publishedKeys: 0 }, true],
  ['with a public key', { refusesSecret: true, publicKeys: 1, publishedKeys: 0 }, true],
  ['with a published key', { refusesSecret: true, publicKeys: 0, publishedKeys: 1 }, true],
  ['perhaps, if it is unknown what is published', { refusesSecret: true, publicKeys: 0 }, true],
  ['in no way', { refusesSecret: true, publicKeys: 0, publishedKeys: 0 }, false],
])('somebody can sign in %s', (_how, ways, expected) => {
  expect(canAnybodySignIn({ publishedKeys: undefined, ...ways })).toBe(expected)
})
