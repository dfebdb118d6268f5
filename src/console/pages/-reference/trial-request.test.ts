import { expect, test, vi } from 'vitest'
import type { Parameter, ReferenceOperation } from '@/console/api/reference'
import { initialValues, requestOf, sendRequest, trialParameters } from './trial-request'

const parameter = (place: Parameter['in'], name: string): Parameter => ({
  in: place,
  name,
  required: false,
  schema: {},
})

const operation: ReferenceOperation = {
  operationId: 'archiveThing',
  method: 'DELETE',
  path: '/things/{key}/parts/{id}',
  tags: [],
  summary: '',
  'x-extension': false,
  parameters: [
    parameter('path', 'key'),
    parameter('path', 'id'),
    parameter('query', 'id'),
    parameter('query', 'limit'),
    parameter('header', 'If-Match'),
  ],
  responses: {},
}

test('parameters go where they belong, encoded, and empty ones are left out', () => {
  const values = {
    'path key': 'a/b',
    'path id': '1',
    'query id': 'x y',
    'query limit': '',
    'header If-Match': '"7"',
  }
  expect(requestOf(operation, operation.parameters, '/api', values, 1)).toEqual({
    method: 'DELETE',
    address: '/api/things/a%2Fb/parts/1?id=x+y',
    headers: { 'If-Match': '"7"' },
    body: 1,
  })
})

test('a user of the identity provider names the workspace, an operator where it is needed', () => {
  const session = (role: 'operator' | 'admin') => ({
    baseUrl: '/api',
    token: 'opaque',
    workspaceId: 'w1',
    account: { subject: 's', name: 'Ann', role, workspaces: [], expiresAt: '2030-01-01T00:00:00Z' },
  })
  const named = { 'header Workspace': 'w1' }
  const list: ReferenceOperation = { ...operation, method: 'GET', 'x-workspace-token': 'preferred' }
  expect(initialValues(operation, session('admin'))).toEqual(named)
  expect(initialValues(list, session('operator'))).toEqual(named)
  expect(initialValues(operation, session('operator'))).toEqual({})
  expect(initialValues(operation, { baseUrl: '/api', token: 't', workspaceId: 'w1' })).toEqual({})
  const parameters = trialParameters(list, session('admin'))
  expect(requestOf(list, parameters, '/api', named, undefined).headers).toEqual({ Workspace: 'w1' })
})

test('a stream that does not end is read for some seconds', async () => {
  vi.useFakeTimers()
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: {}\n\n')),
  })
  const headers = { 'Content-Type': 'text/event-stream' }
  vi.stubGlobal('fetch', async () => new Response(stream, { headers }))
  const request = { method: 'GET', address: '/api/changes', headers: {}, body: undefined } as const
  const sent = sendRequest(request, 'token')
  await vi.advanceTimersByTimeAsync(3000)
  expect(await sent).toMatchObject({ isError: false, body: 'data: {}\n\n' })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
