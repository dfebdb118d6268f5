// @vitest-environment happy-dom
import { UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectorOperations } from '../../contract/connectors'
import { workspaceOperations } from '../../contract/workspaces'
import { declineRenewal, isExpired, isRenewing, setSession, type Session } from '../session/session'
import { forgetActions, noteNavigation } from '../session/user-action'
import { call } from './client'

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
  answer: (status: number, body?: unknown) => void
}
/** Requests that wait for their answer, oldest first. */
let waiting: Sent[] = []

beforeEach(() => {
  waiting = []
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const request = new Request(input, init)
    return new Promise<Response>((resolve) =>
      waiting.push({
        request,
        token: (request.headers.get('Authorization') ?? '').replace('Bearer ', ''),
        answer: (status, body = { items: [] }) =>
          resolve(new Response(JSON.stringify(body), { status })),
      }),
    )
  })
  setSession(old)
})
afterEach(() => {
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

test('a refused token is asked for once, however many requests wait, and each is repeated', async () => {
  const answers = [list(), list()]
  for (const { answer } of [await next(), await next()]) answer(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  setSession(fresh)
  for (const { token, answer } of [await next(), await next()]) {
    expect(token).toBe(fresh.token)
    answer(200)
  }
  expect(await Promise.all(answers)).toHaveLength(2)
  expect(isRenewing()).toBe(false)
})

test('a 401 of the old token after the new sign-in is repeated without a question', async () => {
  const answer = list()
  const late = await next()
  setSession(fresh)
  late.answer(401, {})
  const again = await next()
  expect(again.token).toBe(fresh.token)
  setSession(fresher)
  again.answer(401, {})
  const third = await next()
  expect(third.token).toBe(fresher.token)
  third.answer(200)
  await answer
  expect(isRenewing()).toBe(false)
})

test('a new token that is refused too is a fault, and no second question', async () => {
  const answer = list()
  ;(await next()).answer(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  setSession(fresh)
  ;(await next()).answer(401, { message: 'No' })
  await expect(answer).rejects.toMatchObject({ status: 401 })
  expect(isRenewing()).toBe(false)
})

test('after a declined question reads of the page wait, unsent, and go on with the next session', async () => {
  const first = list()
  ;(await next()).answer(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  declineRenewal()
  const second = list()
  await Promise.resolve()
  expect([isExpired(), isRenewing(), waiting]).toEqual([true, false, []])
  setSession(fresh)
  for (const { token, answer } of [await next(), await next()]) {
    expect(token).toBe(fresh.token)
    answer(200)
  }
  await Promise.all([first, second])
})

test('a read that waits ends when it is given up', async () => {
  const giveUp = new AbortController()
  const answer = list({ signal: giveUp.signal })
  ;(await next()).answer(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  declineRenewal()
  giveUp.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

test('what the person does asks again, and fails when they decline', async () => {
  const first = byUser(list)
  ;(await next()).answer(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  declineRenewal()
  await expect(first).rejects.toMatchObject({ status: 401 })

  const second = byUser(list)
  ;(await next()).answer(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  setSession(fresh)
  ;(await next()).answer(200)
  await second
})

test('a write that nobody just caused fails after a declined question, and is not asked for', async () => {
  declineRenewal()
  const answer = call(connectorOperations.createConnector, { body: { name: 'New' } })
  ;(await next()).answer(401, {})
  await expect(answer).rejects.toMatchObject({ status: 401 })
  expect(isRenewing()).toBe(false)
})

test('a token that is taken again ends the expiry', async () => {
  declineRenewal()
  const waits = list()
  const answer = byUser(list)
  ;(await next()).answer(200)
  await answer
  expect(isExpired()).toBe(false)
  ;(await next()).answer(200)
  await waits
})

test('an operator’s token of a workspace is replaced once, and then the refusal stands', async () => {
  setSession(operator)
  const answer = call(connectorOperations.listConnectors, {}, { workspaceId: '1' })
  for (const token of ['first', 'second']) {
    const exchange = await next()
    expect([exchange.request.method, exchange.token]).toEqual(['POST', operator.token])
    exchange.answer(200, { token })
    const sent = await next()
    expect(sent.token).toBe(token)
    sent.answer(401, {})
  }
  await expect(answer).rejects.toMatchObject({ status: 401 })
  expect(isRenewing()).toBe(false)
})

test('a trial of another session is neither asked for nor repeated', async () => {
  const answer = list({ session: fresh })
  const { token, answer: reply } = await next()
  expect(token).toBe(fresh.token)
  reply(401, {})
  await expect(answer).rejects.toMatchObject({ status: 401 })
  expect([isRenewing(), waiting]).toEqual([false, []])
})

test('signing out ends what waits', async () => {
  const answer = list()
  ;(await next()).answer(401, {})
  await vi.waitFor(() => expect(isRenewing()).toBe(true))
  setSession(undefined)
  await expect(answer).rejects.toMatchObject({ status: 401 })
})
