import { expect, test } from 'vitest'
import { z } from 'zod'
import { apiPerFile } from '@/server/testing/api-per-file'
import { resetDemo } from './seed'
import { isChanged, seededAt } from './since-seeding'
import { productionKey, workspaceId } from './workspaces'

const start = new Date('2026-05-20T10:20:30.456Z')
let now = start
// Time passes while the demo is seeded.
const api = await apiPerFile({ clock: () => (now = new Date(now.getTime() + 1)) })

const path = `/org-workspaces/${workspaceId(productionKey)}`
const change = (token: string, headers: Record<string, string> = {}) =>
  api.request('PATCH', path, { token, headers, body: { name: 'Renamed by a visitor' } })

async function signIn(role: string): Promise<string> {
  const { body } = await api.request('POST', '/demo/sign-in', { body: { role } })
  return z.object({ token: z.string() }).parse(body).token
}

test('the demo knows when it was seeded, and whether it was changed since', async () => {
  const { database } = api.dependencies
  await resetDemo(api.dependencies)
  const seeded = await seededAt(database)
  expect(seeded >= start && seeded <= now).toBe(true)
  now = new Date(now.getTime() + 3 * 86_400_000)
  expect((await api.request('GET', '/demo')).body).toMatchObject({
    seededAt: seeded.toISOString(),
  })

  // Signing in, reading and refused changes change nothing.
  const operator = await signIn('operator')
  expect((await api.request('GET', path, { token: operator })).status).toBe(200)
  expect((await change(await signIn('reader'))).status).toBe(403)
  expect(await isChanged(database)).toBe(false)

  const first = await change(operator)
  expect(first.status).toBe(200)
  expect(await isChanged(database)).toBe(true)

  const before = now
  await resetDemo(api.dependencies)
  expect((await seededAt(database)) >= before).toBe(true)
  expect(await isChanged(database)).toBe(false)

  // An ETag from before a reset matches no revision after it.
  const etag = first.headers.get('ETag') ?? expect.unreachable('A workspace has an ETag')
  const again = await signIn('operator')
  expect((await change(again)).headers.get('ETag')).not.toBe(etag)
  expect((await change(again, { 'If-Match': etag })).status).toBe(412)
})
