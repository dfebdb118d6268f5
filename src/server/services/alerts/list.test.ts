import { expect, test } from 'vitest'
import { alertTypeFacts, isAlertType } from '@/contract/alerts'
import { operations } from '@/contract/operations'
import { raiseAlert } from '@/server/notifications/raise-alert'
import { adminToken } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'

let now = new Date()
const api = await apiPerFile({ clock: () => now })

const alertLabel = (type: string) => (isAlertType(type) ? alertTypeFacts(type).label : type)

async function newWorkspace(name: string) {
  const workspace = await api.newWorkspace(name)
  const token = await adminToken(workspace)
  return {
    id: workspace.id,
    send: (method: string, path: string, body?: object) =>
      api.request(method, path, { token, ...(body === undefined ? {} : { body }) }),
  }
}

test('alerts are listed newest first, and filtered by status, severity and type', async () => {
  const { id: workspaceId, send } = await newWorkspace('Listed')
  const raised = [
    ['apiRequestsPerHour', 'warning', 0],
    ['totalNumberOfConnections', 'critical', 2],
    // By a server with a clock of its machine that is ahead of the other's.
    ['apiRequestsPerSecond', 'critical', 1],
  ] as const
  for (const [type, severity, millisecondsLater] of raised) {
    const at = new Date(now.getTime() + millisecondsLater)
    const description = `${type} is ${severity}`
    await raiseAlert(api.dependencies.database, at, { workspaceId, type, severity, description })
  }
  await send('POST', '/alerts/test')
  const typesOf = async (query: string) =>
    operations.listAlerts.response
      .parse((await send('GET', `/alerts${query}`)).body)
      .items.map(({ type }) => type)
  const [hour, connections, second] = raised.map(([type]) => type)
  expect(await typesOf('?status=ongoing')).toEqual([connections, second, hour])
  expect(await typesOf('?severity=critical')).toEqual([connections, second])
  expect(await typesOf('?severity=warning&status=ongoing')).toEqual([hour])
  expect(await typesOf('?status=resolved')).toEqual(['testAlert'])
  expect(await typesOf('?type=apiRequestsPerSecond')).toEqual([second])
})

test('alerts are sorted by any member, page by page, those without it last', async () => {
  const { id: workspaceId, send } = await newWorkspace('Sorted')
  const raised = [
    ['totalNumberOfConnections', 'warning'],
    ['apiRequestsPerSecond', 'critical'],
    ['apiRequestsPerHour', 'warning'],
  ] as const
  for (const [index, [type, severity]] of raised.entries()) {
    const at = new Date(now.getTime() + index - raised.length)
    const description = `${type} is ${severity}`
    await raiseAlert(api.dependencies.database, at, { workspaceId, type, severity, description })
  }
  await send('POST', '/alerts/test')
  /** Reads the types of the list two by two. */
  async function sorted(sort: string, filter = '') {
    const types: string[] = []
    let cursor = ''
    do {
      const { body } = await send('GET', `/alerts?limit=2&sort=${sort}${filter}${cursor}`)
      const page = operations.listAlerts.response.parse(body)
      types.push(...page.items.map(({ type }) => type))
      cursor = page.cursor === undefined ? '' : `&cursor=${page.cursor}`
    } while (cursor !== '')
    return types
  }
  const [connections, second, hour] = raised.map(([type]) => type)
  expect(await sorted('createdAt')).toEqual([connections, second, hour, 'testAlert'])
  expect(await sorted('-createdAt')).toEqual(['testAlert', hour, second, connections])
  expect(await sorted('createdAt', '&status=ongoing')).toEqual([connections, second, hour])
  expect(await sorted('lastSeenAt', '&status=ongoing')).toEqual([connections, second, hour])
  expect((await sorted('severity', '&status=ongoing'))[0]).toBe(second)
  expect((await sorted('-severity', '&status=ongoing'))[2]).toBe(second)
  expect(await sorted('type')).toEqual((await sorted('-type')).toReversed())
  const labels = (await sorted('type')).map(alertLabel)
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect((await sorted('status'))[3]).toBe('testAlert')
  expect((await sorted('resolvedAt'))[0]).toBe('testAlert')
  expect((await sorted('-resolvedAt'))[0]).toBe('testAlert')
  expect(await send('GET', '/alerts?sort=description')).toMatchObject({ status: 400 })
})

test('a workspace raises at most 20 test alerts in an hour', async () => {
  const { send } = await newWorkspace('Tested often')
  const raise = () => send('POST', '/alerts/test')
  const start = now
  for (let count = 0; count < 20; count += 1) expect((await raise()).status).toBe(200)
  now = new Date(start.getTime() + 50 * 60_000)
  const { status, headers, body } = await raise()
  expect([status, headers.get('Retry-After')]).toEqual([429, '600'])
  expect(body).toMatchObject({ message: expect.stringContaining('try again in 10 min') })
  expect((await (await newWorkspace('Another')).send('POST', '/alerts/test')).status).toBe(200)
  now = new Date(start.getTime() + 60 * 60_000)
  expect((await raise()).status).toBe(200)
})

test('those from before the clock was set back do not count as recent test alerts', async () => {
  const { send } = await newWorkspace('Clock set back')
  const raise = async () => (await send('POST', '/alerts/test')).status
  for (let count = 0; count < 20; count += 1) expect(await raise()).toBe(200)
  now = new Date(now.getTime() - 20 * 60_000)
  const statuses: number[] = []
  for (let count = 0; count < 21; count += 1) statuses.push(await raise())
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
})

test('a test alert says who raised it and when, and is over at once', async () => {
  const { id: workspaceId, send } = await newWorkspace('Tested')
  const at = now.toISOString()
  expect((await send('POST', '/alerts/test')).body).toMatchObject({
    alert: {
      type: 'testAlert',
      status: 'resolved',
      description: 'Test alert, raised by Test',
      workspaceId,
      createdAt: at,
      updatedAt: at,
      lastSeenAt: at,
      resolvedAt: at,
    },
  })
  expect((await send('GET', '/audit-events?operation=testAlert')).body).toMatchObject({
    items: [{ subject: { type: 'workspace', id: workspaceId, name: 'Tested' } }],
  })
})

test('mutes are listed by their end; one that ends now or earlier is none', async () => {
  const { send } = await newWorkspace('Muted')
  const mute = async (type: string, mutedUntil: string | null) => {
    const { status, body } = await send('PUT', `/alerts/mutes/${type}`, { mutedUntil })
    expect(status).toBe(200)
    expect(body).toEqual((await send('GET', '/alerts/mutes')).body)
    return operations.setAlertMute.response.parse(body).items
  }
  const [sooner = '', later = ''] = [1, 60_000].map((milliseconds) =>
    new Date(now.getTime() + milliseconds).toISOString(),
  )
  const seconds = { type: 'apiRequestsPerSecond', mutedUntil: later }
  const hours = { type: 'apiRequestsPerHour', mutedUntil: sooner }
  expect(await mute('apiRequestsPerSecond', later)).toEqual([seconds])
  expect(await mute('apiRequestsPerHour', sooner)).toEqual([hours, seconds])
  now = new Date(sooner)
  expect((await send('GET', '/alerts/mutes')).body).toEqual({ items: [seconds] })
  now = new Date(now.getTime() - 1)
  expect(await mute('apiRequestsPerHour', null)).toEqual([seconds])
  expect(await mute('apiRequestsPerSecond', now.toISOString())).toEqual([])
  const { items } = operations.listAuditEvents.response.parse(
    (await send('GET', '/audit-events?operation=setAlertMute')).body,
  )
  expect(items.map(({ changes }) => changes)).toEqual([
    [{ path: 'alertMutes.apiRequestsPerSecond', before: later }],
    [{ path: 'alertMutes.apiRequestsPerHour', before: sooner }],
    [{ path: 'alertMutes.apiRequestsPerHour', after: sooner }],
    [{ path: 'alertMutes.apiRequestsPerSecond', after: later }],
  ])
})
