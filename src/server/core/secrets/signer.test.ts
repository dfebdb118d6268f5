import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacSigner } from './signer'

const key = new Uint8Array(32).fill(7)
const { sign, open } = hmacSigner(key)

test('a signature is the HMAC-SHA-256 of the text, and opens again', () => {
  const signature = createHmac('sha256', key).update('a.b é').digest('base64url')
  expect(sign('a.b é')).toBe(`a.b é.${signature}`)
  expect(open(sign('a.b é'))).toBe('a.b é')
})

test('another text, another key, a cut or malformed signature does not open', () => {
  const signed = sign('text')
  const others = [
    signed.replace('text', 'test'),
    signed.slice(0, -2),
    hmacSigner(new Uint8Array(32).fill(8)).sign('text'),
    'text.',
    'text.***',
    'text',
    '',
  ]
  expect(others.map(open)).toEqual(others.map(() => undefined))
})

test('servers that know both keys open what either signed, whichever key is current', () => {
  const next = new Uint8Array(32).fill(8)
  const before = hmacSigner(key, next)
  const after = hmacSigner(next, key)
  expect(after.open(before.sign('text'))).toBe('text')
  expect(before.open(after.sign('text'))).toBe('text')
  expect(hmacSigner(next).open(before.sign('text'))).toBeUndefined()
})
