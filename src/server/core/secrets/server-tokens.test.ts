import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { serverTokens } from './server-tokens'

const now = new Date('2026-05-20T10:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const key = (fill: number) => new Uint8Array(32).fill(fill)

test('a token is valid for an hour or until its expiry, with a minute of leeway', async () => {
  const tokens = await serverTokens(key(1))
  const [hour, short] = [
    await tokens.sign({ name: 'Ada' }, now),
    await tokens.sign({ name: 'Ada' }, now, after(10.9)),
  ]
  expect(await tokens.verify(hour, after(3659))).toMatchObject({ name: 'Ada' })
  await expect(tokens.verify(hour, after(3660))).rejects.toThrow(/"exp"/)
  expect(await tokens.verify(short, after(69))).toMatchObject({ exp: now.getTime() / 1000 + 10 })
  await expect(tokens.verify(short, after(70))).rejects.toThrow(/"exp"/)
})

test('a token is valid if signed with the current or previous key, and no other', async () => {
  const previous = await (await serverTokens(key(1))).sign({ operator: true }, now)
  const rotated = await serverTokens(key(2), key(1))
  expect(await rotated.verify(previous, now)).toMatchObject({ operator: true })
  await expect(rotated.verify(previous, after(4000))).rejects.toThrow(/"exp"/)
  await expect((await serverTokens(key(2))).verify(previous, now)).rejects.toThrow(/signature/)
  const stranger = await (await serverTokens(key(3))).sign({ operator: true }, now)
  await expect(rotated.verify(stranger, now)).rejects.toThrow(/signature/)
})

test('a token without an expiry, or with another algorithm, is not valid', async () => {
  const tokens = await serverTokens(key(1))
  const endless = await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(key(1))
  await expect(tokens.verify(endless, now)).rejects.toThrow(/"exp"/)
  const other = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS384' })
    .setExpirationTime(after(60))
    .sign(key(1))
  await expect(tokens.verify(other, now)).rejects.toThrow(/"alg"/)
})
