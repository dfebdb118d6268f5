import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { WorkspaceCaller } from '@/server/core/access/caller'
import { createHttpServer, onReceived } from '@/server/node/http-server'
import { tokenOf } from '@/server/testing/api'
import { putApp } from '@/server/testing/apps'
import { listen } from '@/server/testing/listen'
import { workspacePerFile } from '@/server/testing/workspace-per-file'
import { managementApi } from './api'
import { countedBytes, UnreadResponses } from './unread-responses'

const { api, workspace, token } = await workspacePerFile('Unread')
const tenant = await tokenOf(workspace, { tenantKey: 'slow' })
const { dependencies } = api
const { database } = dependencies
/** Responses of 7 MB, so that what sockets take of each makes no difference. */
for (let count = 0; count < 35; count += 1)
  await putApp(api, `large-${count}`, `Large ${count}`, { workspaceId: workspace.id })
await database
  .updateTable('apps')
  .set({ logo_uri: 'data:image/png;base64,'.padEnd(200_000, 'A') })
  .where('workspace_id', '=', workspace.id)
  .execute()

const app = managementApi({ dependencies, extensions: true, onReceived })
const server = createHttpServer(app.fetch, '127.0.0.1')
const port = await listen(server)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const encoded = (json: string) => new TextEncoder().encode(json)

/** Building a response takes a while on a busy machine. */
const patient = { timeout: 20_000 }

const path = '/external-apps/search?limit=100'
const statusOf = async (as: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { Authorization: `Bearer ${as}` },
  })
  await response.text()
  return response.status
}

/** Sends requests on one connection, and reads no more than the beginning of the first response. */
async function sendUnread(as: string, count: number) {
  const socket = connect(port, '127.0.0.1')
  const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${as}\r\n\r\n`
  socket.write(request.repeat(count))
  await new Promise((resume) => socket.once('readable', resume))
  return socket
}

test('tenants leave half as much unread as others, until their connections close', async () => {
  const other = await api.newWorkspace('Other')
  const sockets = [await sendUnread(tenant, 2), await sendUnread(tenant, 2)]
  await expect.poll(() => statusOf(tenant), patient).toBe(503)
  expect(await statusOf(token)).toBe(200)
  expect(await statusOf(await tokenOf(other, { tenantKey: 'slow' }))).toBe(200)
  sockets.push(await sendUnread(token, 6))
  await expect.poll(() => statusOf(token), patient).toBe(503)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => statusOf(tenant), patient).toBe(200)
})

test('tenants may leave their share unread, whatever others leave', () => {
  const megabyte = 1024 * 1024
  const unread = new UnreadResponses()
  const admin: WorkspaceCaller = { role: 'admin', name: 'Ann', workspaceId: 'a' }
  const customer: WorkspaceCaller = { ...admin, role: 'tenant', tenantId: 't' }
  unread.assertRoom(customer, 40 * megabyte)
  const receive = unread.add(admin, 33 * megabyte)
  unread.assertRoom(customer, 31 * megabyte)
  unread.add(customer, 30 * megabyte)
  expect(() => unread.assertRoom(customer, 3 * megabyte)).toThrow('unread')
  expect(() => unread.assertRoom(admin, 3 * megabyte)).toThrow('unread')
  receive()
  unread.assertRoom(admin, 34 * megabyte)
  expect(() => unread.assertRoom(customer, 3 * megabyte)).toThrow('unread')
})

test('responses that are read are not counted any more', async () => {
  for (let count = 0; count < 6; count += 1) expect(await statusOf(tenant)).toBe(200)
})

test('responses count with their bytes, of which a character can take three', () => {
  expect(countedBytes(encoded('a'.repeat(102_399)))).toBe(0)
  expect(countedBytes(encoded('a'.repeat(102_400)))).toBe(102_400)
  expect(countedBytes(encoded('\u3042'.repeat(34_133)))).toBe(0)
  expect(countedBytes(encoded('\u3042'.repeat(34_134)))).toBe(102_402)
})
