import { hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveKey } from './derive-key'

const master = new Uint8Array(32).fill(7)

test('each purpose has a separate key, the same at every start', async () => {
  const [tokens, again, cursors, other] = await Promise.all([
    deriveKey(master, 'tokens'),
    deriveKey(master, 'tokens'),
    deriveKey(master, 'cursors'),
    deriveKey(new Uint8Array(32).fill(8), 'tokens'),
  ])
  expect(tokens).toEqual(again)
  expect(tokens).not.toEqual(cursors)
  expect(tokens).not.toEqual(other)
})

test('keys are derived with HKDF-SHA-256, so that upgrades keep signatures valid', async () => {
  const expected = hkdfSync('sha256', master, new Uint8Array(), 'signalbox tokens', 32)
  expect(await deriveKey(master, 'tokens')).toEqual(new Uint8Array(expected))
})
