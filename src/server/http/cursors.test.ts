import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { adminToken } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'

const api = await apiPerFile()
const token = await adminToken(await api.newWorkspace('Cursors'))
beforeAll(async () => {
  for (const name of ['A', 'B', 'C'])
    await api.request('POST', '/connectors', { token, body: { name } })
})

const page = (cursor?: string) =>
  api.request('GET', `/connectors?limit=1${cursor === undefined ? '' : `&cursor=${cursor}`}`, {
    token,
  })
const cursorOf = (body: unknown) => z.object({ cursor: z.string() }).parse(body).cursor

test('an unchanged cursor is accepted; a changed one is refused', async () => {
  const cursor = cursorOf((await page()).body)
  expect((await page(cursor)).status).toBe(200)

  const [payload = '', signature = ''] = cursor.split('.')
  const position = Buffer.from(payload, 'base64url').toString()
  const forged = position.replace(/"id":"[^"]+"/, '"id":"01a05bfb-7000-7000-8000-000000000000"')
  expect(forged).not.toBe(position)
  const forgedPayload = Buffer.from(forged).toString('base64url')
  for (const wrong of [`${forgedPayload}.${signature}`, forgedPayload, payload, `.${signature}`]) {
    const { status, body } = await page(wrong)
    expect([status, JSON.stringify(body)], wrong).toEqual([
      400,
      expect.stringContaining('invalid_cursor'),
    ])
  }
})
