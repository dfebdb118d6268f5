import { expect, test } from 'vitest'
import { maxPreviousSecrets } from '@/contract/workspaces'
import { rotatedOut, unexpired } from './previous-secrets'

const now = new Date('2026-05-20T10:00:00Z')
const secretUntil = (seconds: number) => ({
  encryptedSecret: `until ${seconds}`,
  until: new Date(now.getTime() + seconds * 1000).toISOString(),
})

test('a secret is valid until, but not at, its expiry', () => {
  const [past, ending, later] = [secretUntil(-1), secretUntil(0), secretUntil(1)]
  expect(unexpired([past, ending, later], now)).toEqual([later])
})

test('a rotation drops what has expired, and adds the current secret at the end', () => {
  const [expired, valid, current] = [secretUntil(-5), secretUntil(5), secretUntil(9)]
  expect(rotatedOut([expired, valid], current, now)).toEqual([valid, current])
})

test('a rotation is refused while the most secrets allowed are valid, and says until when', () => {
  const full = Array.from({ length: maxPreviousSecrets }, (_, index) => secretUntil(index + 1))
  expect(() => rotatedOut(full, secretUntil(99), now)).toThrow(
    expect.objectContaining({
      key: 'conflict',
      message: expect.stringContaining(`after ${secretUntil(1).until}`),
    }),
  )
  expect(rotatedOut([secretUntil(0), ...full.slice(1)], secretUntil(99), now)).toHaveLength(
    maxPreviousSecrets,
  )
})
