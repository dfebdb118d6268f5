import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApi, type TestApi } from '../testing/api'
import { resetDemo } from './seed'
import { productionKey, workspaceId } from './workspaces'

let now = new Date('2026-05-20T10:20:30.456Z')
let api: TestApi
beforeAll(async () => {
  api = await testApi({ clock: () => (now = new Date(now.getTime() + 1)) })
}, 60_000)
afterAll(() => api.close())

const path = `/org-workspaces/${workspaceId(productionKey)}`

async function operatorToken(): Promise<string> {
  const { body } = await api.request('POST', '/demo/sign-in', { body: { role: 'operator' } })
  return z.object({ token: z.string() }).parse(body).token
}

/** Resets the demo and renames a workspace. @returns the ETag of its second revision */
async function renameAfterReset(name: string): Promise<string | null> {
  await resetDemo(api.dependencies)
  const { headers } = await api.request('PATCH', path, {
    token: await operatorToken(),
    body: { name },
  })
  return headers.get('ETag')
}

test('an ETag from before a reset matches no revision after it', async () => {
  const before = await renameAfterReset('Before')
  const after = await renameAfterReset('After')
  expect(before).not.toBe(after)
  const write = await api.request('PATCH', path, {
    token: await operatorToken(),
    headers: { 'If-Match': before ?? '' },
    body: { name: 'Overwritten' },
  })
  expect(write.status).toBe(412)
})
