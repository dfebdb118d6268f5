import { lookup } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { outgoingFetch } from './outgoing-fetch'

vi.mock('node:dns/promises', () => ({ lookup: vi.fn<() => Promise<unknown>>() }))

test('names are resolved one after the other, unless they had to wait too long', async () => {
  const unknown = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
  let endFirst = () => {}
  const looking = vi.mocked(lookup).mockRejectedValue(unknown)
  looking.mockImplementationOnce(
    () => new Promise((_settle, fail) => (endFirst = () => fail(unknown))),
  )
  const send = outgoingFetch({ networks: [], http: false, timeoutMilliseconds: 400 })
  for (const result of await Promise.allSettled(
    ['a', 'b', 'c'].map((name) => send(`https://${name}.example`)),
  ))
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } })
  // The requests ended, and a moment later they wait for their turns no more.
  await pause(200)
  expect(looking).toHaveBeenCalledTimes(1)
  endFirst()
  await expect(send('https://d.example')).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } })
  expect(looking.mock.calls.map(([name]) => name)).toEqual(['a.example', 'd.example'])
})
