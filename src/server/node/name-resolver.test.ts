import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nameResolver } from './name-resolver'

const unknown = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })

/** A resolver for names that do not exist. The first lookup takes until the test ends it. */
function resolverOfUnknown(timeoutMilliseconds: number) {
  const lookedUp: string[] = []
  let endSlow = () => {}
  const addressesOf = nameResolver(timeoutMilliseconds, async (name) => {
    lookedUp.push(name)
    if (lookedUp.length === 1) await new Promise<void>((end) => (endSlow = end))
    throw unknown
  })
  return { addressesOf, lookedUp, endSlow: () => endSlow() }
}

test('names are resolved one after the other, unless they had to wait too long', async () => {
  const { addressesOf, lookedUp, endSlow } = resolverOfUnknown(100)
  const slow = addressesOf('slow')
  const [first, second] = await Promise.allSettled(['a', 'b'].map(addressesOf))
  expect([first, second]).not.toContainEqual(expect.objectContaining({ reason: unknown }))
  expect(lookedUp).toEqual(['slow'])
  endSlow()
  await expect(slow).rejects.toBe(unknown)
  await pause(20)
  await expect(addressesOf('a'), 'waits again').rejects.toBe(unknown)
  expect(lookedUp).toEqual(['slow', 'a'])
})

test('a name that takes long is looked up once for all who wait, and not again soon', async () => {
  const { addressesOf, lookedUp, endSlow } = resolverOfUnknown(5000)
  const waiting = Promise.allSettled(['slow', 'slow', 'other'].map(addressesOf))
  await pause(400)
  endSlow()
  expect(await waiting).toMatchObject([1, 2, 3].map(() => ({ reason: unknown })))
  await expect(addressesOf('slow')).rejects.toBe(unknown)
  expect(lookedUp).toEqual(['slow', 'other'])
  const asked = () => {
    addressesOf('slow').catch(() => {})
    return lookedUp
  }
  await expect.poll(asked, { timeout: 5000 }).toEqual(['slow', 'other', 'slow'])
})
