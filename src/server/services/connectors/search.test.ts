import { expect, test } from 'vitest'
import { operations } from '@/contract/operations'
import { adminToken, testApi } from '@/server/testing/api'

test('a connector is found by its name with any one typo before its last letter', async () => {
  const api = await testApi()
  const token = await adminToken(await api.newWorkspace('Searched'))
  for (const name of ['Ledgerbook', 'My Ledgerbook', 'Something else'])
    await api.request('POST', '/connectors', { token, body: { name, key: `k${name.length}` } })
  const found = async (search: string) => {
    const path = `/connectors?search=${encodeURIComponent(search)}`
    const { body } = await api.request('GET', path, { token })
    return operations.listConnectors.response.parse(body).items.map(({ name }) => name)
  }
  const name = 'ledgerbook'
  const typos = Array.from({ length: name.length - 2 }, (_, at) => {
    const [before, here, next, after] = [
      name.slice(0, at),
      name.charAt(at),
      name.charAt(at + 1),
      name.slice(at + 2),
    ]
    return [
      `${before}x${next}${after}`,
      `${before}${next}${after}`,
      `${before}x${here}${next}${after}`,
      `${before}${next}${here}${after}`,
    ]
  }).flat()
  const missed: string[] = []
  for (const typo of typos)
    if ((await found(typo)).join() !== 'Ledgerbook,My Ledgerbook') missed.push(typo)
  expect(missed).toEqual([])
  await api.close()
})
