import { expect, test, vi } from 'vitest'
import { secretBox } from './secret-box'

const key = (fill: number) => new Uint8Array(32).fill(fill)
/** Web Crypto does not say why it cannot decrypt. */
const unreadable = { name: 'OperationError' }
const change = (text: string, index: number) => {
  const parts = text.split('.')
  const part = parts[index] ?? ''
  parts[index] = `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`
  return parts.join('.')
}

test('a secret comes out as it went in, sealed differently each time', async () => {
  const box = await secretBox(key(1))
  const [one, other] = [await box.seal('Größe'), await box.seal('Größe')]
  expect(one).toMatch(/^v1(?:\.[\w-]+){2}$/)
  expect(one).not.toBe(other)
  for (const sealed of [one, one, other]) expect(await box.open(sealed)).toBe('Größe')
})

test('what was changed, or is nothing sealed, is not opened', async () => {
  const box = await secretBox(key(1))
  const sealed = await box.seal('secret')
  const [, nonce, text] = sealed.split('.')
  for (const changed of [change(sealed, 1), change(sealed, 2)])
    await expect(box.open(changed)).rejects.toMatchObject(unreadable)
  for (const wrong of [`v2.${nonce}.${text}`, `v1.${nonce}`, 'v1', '', 'secret'])
    await expect(box.open(wrong)).rejects.toThrow('Not an encrypted secret')
  expect(await box.open(sealed)).toBe('secret')
})

test('the previous key opens, and the current one seals', async () => {
  const earlier = await secretBox(key(1))
  const rotated = await secretBox(key(2), key(1))
  const [old, current] = [await earlier.seal('old'), await rotated.seal('new')]
  expect([await rotated.open(old), await rotated.open(current)]).toEqual(['old', 'new'])
  expect([await rotated.isCurrent(old), await rotated.isCurrent(current)]).toEqual([false, true])
  await expect(earlier.open(current)).rejects.toMatchObject(unreadable)
  const alone = await secretBox(key(2))
  await expect(alone.open(old)).rejects.toMatchObject(unreadable)
  const foreign = await (await secretBox(key(3))).seal('foreign')
  await expect(rotated.open(foreign)).rejects.toMatchObject(unreadable)
})

test('small texts are decrypted once; large ones do not stay in memory', async () => {
  const box = await secretBox(key(1))
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
  const open = async (sealed: string) => {
    decrypt.mockClear()
    await box.open(sealed)
    return decrypt.mock.calls.length
  }
  const secret = await box.seal('secret')
  expect([await open(secret), await open(secret)]).toEqual([1, 0])
  const response = await box.seal('x'.repeat(200_000))
  expect([await open(response), await open(response)]).toEqual([1, 1])
  expect(await open(secret)).toBe(0)
  decrypt.mockRestore()
})
