// @vitest-environment happy-dom
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  declineRenewal,
  isExpired,
  isRenewing,
  setSession,
} from '@/console/session/current-session'
import type { Session } from '@/console/session/session'
import { forgetActions, noteNavigation } from '@/console/session/user-action'
import { appOperations } from '@/contract/apps'
import { connectorOperations } from '@/contract/connectors'
import { workspaceOperations } from '@/contract/workspaces'
import { ApiError, toApiError } from './api-error'
import { appsQuery, fetchAllApps } from './apps'
import { call } from './client'
import { queryClient } from './query-client'

const sessionOf = (name: string, claims = {}): Session => ({
  baseUrl: 'http://engine.example/api',
  token: new UnsecuredJWT({ name, workspaceKey: 'shop', isAdmin: true, ...claims }).encode(),
  workspaceId: '1',
})
const [old, fresh, fresher] = [sessionOf('old'), sessionOf('fresh'), sessionOf('fresher')]
const operator = sessionOf('operator', { operator: true })

interface Sent {
  request: Request
  token: string
  response: (status: number, body?: unknown, headers?: Record<string, string>) => void
}
/** Requests that wait for their response, oldest first. */
let waiting: Sent[] = []

beforeEach(() => {
  waiting = []
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const request = new Request(input, init)
    return new Promise<Response>((resolve) =>
      waiting.push({
        request,
        token: (request.headers.get('Authorization') ?? '').replace('Bearer ', ''),
        response: (status, body = { items: [] }, headers = {}) =>
          resolve(new Response(body === '' ? '' : JSON.stringify(body), { status, headers })),
      }),
    )
  })
  setSession(old)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  setSession(undefined)
  forgetActions()
})

const list = (options = {}) => call(workspaceOperations.listOrgWorkspaces, {}, options)
const next = () => vi.waitFor(() => waiting.shift() ?? expect.unreachable('Nothing was sent'))
/** What a person does: the request starts within a navigation. */
function byUser<Result>(act: () => Result): Result {
  noteNavigation(true)
  const result = act()
  noteNavigation(false)
  return result
}

test('a refused token is renewed once for all waiting requests, and each is repeated', async () => {
  const responses = [list(), list()]
  for (const { response } of [await next(), await next()]) response(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  setSession(fresh)
  for (const { token, response } of [await next(), await next()]) {
    expect(token).toBe(fresh.token)
    response(200)
  }
  expect(await Promise.all(responses)).toHaveLength(2)
  expect(isRenewing()).toBe(false)
})

test('a 401 of the old token after the new sign-in is repeated without a question', async () => {
  const response = list()
  const late = await next()
  setSession(fresh)
  late.response(401, {})
  const again = await next()
  expect(again.token).toBe(fresh.token)
  setSession(fresher)
  again.response(401, {})
  const third = await next()
  expect(third.token).toBe(fresher.token)
  third.response(200)
  await response
  expect(isRenewing()).toBe(false)
})

test('a new token that is refused too is an error, and no second question', async () => {
  const response = list()
  ;(await next()).response(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  setSession(fresh)
  ;(await next()).response(401, { message: 'No' })
  await expect(response).rejects.toMatchObject({ status: 401 })
  expect(isRenewing()).toBe(false)
})

test('after a declined sign-in, reads wait for the next session', async () => {
  const first = list()
  ;(await next()).response(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  declineRenewal()
  const second = list()
  await Promise.resolve()
  expect([isExpired(), isRenewing(), waiting]).toEqual([true, false, []])
  setSession(fresh)
  for (const { token, response } of [await next(), await next()]) {
    expect(token).toBe(fresh.token)
    response(200)
  }
  await Promise.all([first, second])
})

test('a read that waits ends when it is given up', async () => {
  const giveUp = new AbortController()
  const response = list({ signal: giveUp.signal })
  ;(await next()).response(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  declineRenewal()
  giveUp.abort()
  await expect(response).rejects.toMatchObject({ name: 'AbortError' })
})

test('a user action asks again, and fails if the user declines', async () => {
  const first = byUser(list)
  ;(await next()).response(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  declineRenewal()
  await expect(first).rejects.toMatchObject({ status: 401 })

  const second = byUser(list)
  ;(await next()).response(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  setSession(fresh)
  ;(await next()).response(200)
  await second
})

test('a user who declines is not asked again by what the same action sent before', async () => {
  const [first, second] = byUser(() => [list(), list()])
  const [early, late] = [await next(), await next()]
  early.response(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  declineRenewal()
  late.response(401, {})
  await expect(first).rejects.toMatchObject({ status: 401 })
  await expect(second).rejects.toMatchObject({ status: 401 })
  expect(isRenewing()).toBe(false)
})

test('a navigation the user has declined to sign in for fails, and asks nothing more', async () => {
  noteNavigation(true)
  const first = list()
  ;(await next()).response(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  declineRenewal()
  await expect(first).rejects.toMatchObject({ status: 401 })

  const beforeEnd = list()
  noteNavigation(false)
  const afterEnd = list()
  for (const { response } of [await next(), await next()]) response(401, {})
  await expect(beforeEnd).rejects.toMatchObject({ status: 401 })
  await expect(afterEnd).rejects.toMatchObject({ status: 401 })
  expect(isRenewing()).toBe(false)

  void byUser(list).catch(() => {})
  ;(await next()).response(401, {})
  await vi.waitFor(() => expect(isRenewing(), 'for the next navigation').toBe(true))
})

test('what a page reads that took long to load is read for the user', async () => {
  declineRenewal()
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  noteNavigation(true)
  now += 5000
  noteNavigation(false)
  const response = list()
  ;(await next()).response(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  setSession(fresh)
  ;(await next()).response(200)
  await response
})

test('a background write after a declined sign-in fails without asking again', async () => {
  declineRenewal()
  const response = call(connectorOperations.createConnector, { body: { name: 'New' } })
  ;(await next()).response(401, {})
  await expect(response).rejects.toMatchObject({ status: 401 })
  expect(isRenewing()).toBe(false)
})

test('an accepted token ends the expired state, and a failed request does not', async () => {
  declineRenewal()
  const waits = list()
  for (const status of [429, 502]) {
    const failing = byUser(list)
    ;(await next()).response(status, {})
    await expect(failing).rejects.toMatchObject({ status })
    expect(isExpired()).toBe(true)
  }
  const response = byUser(list)
  ;(await next()).response(200)
  await response
  expect(isExpired()).toBe(false)
  ;(await next()).response(200)
  await waits
})

/** Tokens of workspaces are kept, so each test needs a workspace of its own. */
function listAsOperator(workspaceId: string) {
  setSession(operator)
  return call(connectorOperations.listConnectors, {}, { workspaceId })
}

test('an operator’s workspace token is replaced once; a second refusal is final', async () => {
  const response = listAsOperator('1')
  for (const token of ['first', 'second']) {
    const exchange = await next()
    expect([exchange.request.method, exchange.token]).toEqual(['POST', operator.token])
    exchange.response(200, { token })
    const sent = await next()
    expect(sent.token).toBe(token)
    sent.response(401, {})
  }
  await expect(response).rejects.toMatchObject({ status: 401 })
  expect(isRenewing()).toBe(false)
})

test('an operator’s token that was refused is exchanged again by the next request', async () => {
  for (const status of [401, 200]) {
    const response = listAsOperator('refused')
    const exchange = await next()
    expect([exchange.request.method, exchange.token]).toEqual(['POST', operator.token])
    exchange.response(status, { token: 'accepted' })
    const sent = await next()
    expect(sent.token).toBe(status === 401 ? operator.token : 'accepted')
    sent.response(200)
    await response
  }
})

test('requests that are refused with the same workspace token share its replacement', async () => {
  const responses = [listAsOperator('shared'), listAsOperator('shared')]
  const { response: exchanged } = await next()
  exchanged(200, { token: 'first' })
  const refused = [await next(), await next()]
  refused[0]?.response(401, {})
  const replacement = await next()
  refused[1]?.response(401, {})
  await new Promise((resolve) => setTimeout(resolve))
  expect(waiting, 'the second waits for the replacement').toEqual([])
  replacement.response(200, { token: 'second' })
  for (const sent of [await next(), await next()]) {
    expect(sent.token).toBe('second')
    sent.response(200)
  }
  await Promise.all(responses)
})

test('an exchange that fails late does not drop the token of a newer one', async () => {
  const now = vi.spyOn(Date, 'now')
  const late = listAsOperator('late')
  const lateExchange = await next()
  now.mockReturnValue(Date.now() + 51 * 60_000)
  const newer = listAsOperator('late')
  const newerExchange = await next()
  newerExchange.response(200, { token: 'newer' })
  const first = await next()
  first.response(200)
  await newer
  lateExchange.response(500)
  await expect(late).rejects.toMatchObject({ status: 500 })
  const again = listAsOperator('late')
  const sent = await next()
  expect(sent.token).toBe('newer')
  sent.response(200)
  await again
})

const create = (options = {}) =>
  call(connectorOperations.createConnector, { body: { name: 'New' } }, options)
/** Responds that a limit is reached. */
const refuse = ({ response }: Sent, retryAfter: string) =>
  response(429, { message: 'Try again' }, { 'Retry-After': retryAfter })

test('an operator is told when the server can’t be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(listAsOperator('offline')).rejects.toMatchObject({
    status: 0,
    message: expect.stringContaining('Can’t reach the server'),
  })
  vi.unstubAllGlobals()
})

/** Cuts the first response off in the middle; the others are empty lists. */
function cutFirst(): void {
  const cut = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })
  const responses = [new Response(cut)]
  vi.stubGlobal('fetch', async () => responses.shift() ?? new Response('{"items":[]}'))
}

test('a response that is cut off counts as none, so that a read of it is repeated', async () => {
  const error = { status: 0, message: 'The response was cut off. Try again.' }
  cutFirst()
  await expect(list()).rejects.toMatchObject(error)
  cutFirst()
  await expect(listAsOperator('cut off'), 'a token for the workspace').rejects.toMatchObject(error)
  cutFirst()
  const query = { queryKey: ['cut off'], queryFn: () => list() }
  expect(await queryClient.fetchQuery({ ...query, retryDelay: 0 })).toMatchObject({
    response: { items: [] },
  })
  vi.unstubAllGlobals()
})

test.each([
  [503, 503, 'The server can’t issue a token for this workspace now'],
  [409, 409, 'This workspace issues no access token. It may be archived'],
  // Not as missing: that would read as if what the page shows did not exist.
  [404, 403, 'This engine issues no tokens: sign in with a token of this workspace'],
])('an operator is told why a workspace issues no token: %i', async (status, shown, message) => {
  const response = listAsOperator(`status ${status}`)
  ;(await next()).response(status, { message: 'No' })
  await expect(response).rejects.toMatchObject({
    status: shown,
    message: expect.stringContaining(message),
  })
})

test('an operator is told when another server responds in place of the engine', async () => {
  const response = listAsOperator('elsewhere')
  ;(await next()).response(200, { page: 'Sign in to the proxy' })
  await expect(response).rejects.toMatchObject({
    message: expect.stringContaining('The server sent an unexpected response'),
  })
})

test.each([
  { message: 'No room', key: null },
  { title: 'Conflict', detail: 'No room', status: 409 },
  { title: 'No room', status: 409 },
  { error: 'No room', statusCode: 409 },
  { error: { code: 7, message: 'No room' } },
])('an error is shown as the engine words it: %j', async (body) => {
  const response = create()
  ;(await next()).response(409, body)
  await expect(response).rejects.toMatchObject({ status: 409, message: 'No room' })
})

test('an error names the id of its request; a body without a message is no reason', async () => {
  const refused = create()
  ;(await next()).response(409, {}, { 'X-Request-Id': 'r1' })
  await expect(refused).rejects.toMatchObject({
    message: 'The server responded with 409',
    facts: { requestId: 'r1' },
  })
  const unexpected = create()
  ;(await next()).response(200, [], { 'X-Request-Id': 'r2' })
  await expect(unexpected).rejects.toMatchObject({ facts: { requestId: 'r2' } })
})

test('an empty response is the null that the specification has for an archived app', async () => {
  const params = { idOrKeyOrUuid: 'crm' }
  const archived = call(appOperations.archiveApp, { params })
  ;(await next()).response(200, '')
  expect(await archived).toEqual({ response: null, etag: undefined })
})

test('a write is repeated with its key after the seconds that a 429 asks for', async () => {
  vi.useFakeTimers()
  const response = create({ idempotencyKey: 'key' }).catch(({ status }: ApiError) => status)
  for (const seconds of [1, 2]) {
    const sent = await next()
    expect(sent.request.headers.get('Idempotency-Key')).toBe('key')
    refuse(sent, String(seconds))
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(waiting).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
  }
  refuse(await next(), '1')
  expect(await response, 'three seconds in all').toBe(429)
})

test.each([
  ['a long wait', create, '4'],
  ['no time to wait', create, ''],
  ['a caller that waits by itself', () => create({ repeats429: false }), '1'],
  ['a read, which its query repeats', list, '1'],
])('a 429 is an error at once: %s', async (_what, send, retryAfter) => {
  const response = send()
  refuse(await next(), retryAfter)
  await expect(response).rejects.toMatchObject({ status: 429, message: 'Try again' })
})

test('a read is repeated after a short wait, and a longer one is an error', async () => {
  vi.useFakeTimers()
  const read = () =>
    queryClient.fetchQuery({ queryKey: ['limited'], queryFn: () => list(), staleTime: 0 })
  const repeated = read()
  refuse(await next(), '2')
  await vi.advanceTimersByTimeAsync(2000)
  ;(await next()).response(200)
  await repeated
  const refused = read().catch(({ status }: ApiError) => status)
  refuse(await next(), '40')
  await vi.advanceTimersByTimeAsync(0)
  expect(await Promise.race([refused, Promise.resolve('waits')])).toBe(429)
})

test('an export reads a page again after a failure, and starts no earlier', async () => {
  vi.useFakeTimers()
  const app = (key: string) => ({ id: key, key, name: key, uuid: key })
  const all = fetchAllApps('1', false, { scope: 'public', state: 'active' })
  ;(await next()).response(200, { items: [app('a')], cursor: 'two', total: 2 })
  ;(await next()).response(503, {})
  await vi.advanceTimersByTimeAsync(500)
  const again = await next()
  expect(new URL(again.request.url).searchParams.get('cursor')).toBe('two')
  again.response(200, { items: [app('b')], total: 2 })
  expect((await all).map(({ key }) => key)).toEqual(['a', 'b'])
})

test('a write that waits after a 429 ends with its session, or when it is given up', async () => {
  vi.useFakeTimers()
  const giveUp = new AbortController()
  const responses = Promise.allSettled([create(), create({ signal: giveUp.signal })])
  for (const sent of [await next(), await next()]) refuse(sent, '1')
  await vi.advanceTimersByTimeAsync(500)
  giveUp.abort()
  setSession(undefined)
  setSession(fresh)
  await vi.advanceTimersByTimeAsync(500)
  expect(await responses).toMatchObject([
    { reason: { status: 429 } },
    { reason: { name: 'AbortError' } },
  ])
  expect(waiting).toEqual([])
})

test('a trial request of another session is not repeated', async () => {
  const response = list({ session: fresh })
  const { token, response: reply } = await next()
  expect(token).toBe(fresh.token)
  reply(401, {})
  await expect(response).rejects.toMatchObject({ status: 401 })
  expect([isRenewing(), waiting]).toEqual([false, []])
})

test('signing out cancels waiting requests', async () => {
  const response = list()
  ;(await next()).response(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  setSession(undefined)
  await expect(response).rejects.toMatchObject({ status: 401 })
})

test.each([
  ['an unknown address', 404],
  ['an unknown method', 405],
  ['an operation that is not implemented', 501],
])(
  'an engine without an extension, %s, lists by the documented operation',
  async (_name, status) => {
    const apps = fetchAllApps('1', true, { scope: 'public', state: 'active' })
    const search = await next()
    expect(new URL(search.request.url).pathname).toBe('/api/external-apps/search')
    search.response(status, {})
    const documented = await next()
    expect(new URL(documented.request.url).pathname).toBe('/api/universe/apps')
    documented.response(200, { items: [], total: 0 })
    expect(await apps).toEqual([])
  },
)

test('a missing extension is told from a missing record', async () => {
  const read = async (status: number, body: object) => {
    const response = call(appOperations.getApp, { params: { idOrKeyOrUuid: 'crm' } })
    ;(await next()).response(status, body)
    const error = await response.catch((thrown: unknown) => toApiError(thrown))
    return error instanceof ApiError && error.isMissingOperation
  }
  expect(await read(404, { type: 'bad_request', key: 'not_found', message: 'No' })).toBe(false)
  expect(await read(404, {})).toBe(true)
  expect(await read(405, {})).toBe(true)
})

test('a list is read past empty pages, to a cursor that leads back to itself', async () => {
  const app = { id: '1', key: 'a', name: 'A', uuid: '2' }
  const filter = { scope: 'public', state: 'active' } as const
  const pages = [
    { items: [], cursor: 'one' },
    { items: [app], cursor: 'two' },
    { items: [], cursor: 'end' },
    { items: [], cursor: 'end' },
  ]
  /** Responds to each request with the next page, and returns the cursors that were sent. */
  async function serve() {
    const cursors: (string | null)[] = []
    for (const page of pages) {
      const { request, response } = await next()
      cursors.push(new URL(request.url).searchParams.get('cursor'))
      response(200, { ...page, total: 1 })
    }
    return cursors
  }
  const cursors = [null, 'one', 'two', 'end']

  const all = fetchAllApps('1', false, filter)
  expect(await serve()).toEqual(cursors)
  expect(await all).toMatchObject([app])

  const list = new InfiniteQueryObserver(queryClient, appsQuery('1', false, filter))
  const stop = list.subscribe(() => {})
  const served = serve()
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toHaveLength(1))
  await list.fetchNextPage()
  expect(await served).toEqual(cursors)
  expect(list.getCurrentResult().hasNextPage).toBe(false)
  stop()
})
