import { expect, test } from 'vitest'
import type { RequestObserver } from '@/server/core/ports/request-observer'
import type { RequestTracer } from '@/server/core/ports/request-tracer'
import { adminToken } from '@/server/testing/api'
import { apiPerFile } from '@/server/testing/api-per-file'
import { managementApi } from './api'

const api = await apiPerFile()
const workspace = await api.newWorkspace('Observed')

/** An API that collects what it logs, measures and traces. */
function observedApi() {
  const logged: object[] = []
  const measured: Parameters<RequestObserver>[0][] = []
  const traced: object[] = []
  const record = (facts: object) => void logged.push(facts)
  const traceRequest: RequestTracer = ({ url }, dependencies) => ({
    dependencies,
    end: (facts) => void traced.push({ url, ...facts }),
  })
  const app = managementApi({
    dependencies: { ...api.dependencies, log: { info: record, error: record } },
    extensions: true,
    observeRequest: (facts) => void measured.push(facts),
    traceRequest,
  })
  const send = (path: string, token?: string, method = 'GET') =>
    app.request(path, {
      method,
      headers: {
        'X-Request-Id': 'ticket-1',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
    })
  return { logged, measured, traced, send }
}

test('a request is logged, measured and traced with its operation, without its query', async () => {
  const { logged, measured, traced, send } = observedApi()
  const token = await adminToken(workspace)
  await send(`/org-workspaces/${workspace.id}?secret=1`, token)
  const facts = { operation: 'getOrgWorkspace', status: 400 }
  expect(logged).toEqual([
    {
      requestId: 'ticket-1',
      ...facts,
      method: 'GET',
      path: `/org-workspaces/${workspace.id}`,
      milliseconds: expect.any(Number),
      role: 'admin',
      workspaceId: workspace.id,
    },
  ])
  expect(measured).toEqual([{ ...facts, method: 'GET', seconds: expect.any(Number) }])
  expect(measured[0]?.seconds).toBeGreaterThan(0)
  expect(measured[0]?.seconds).toBeLessThan(10)
  expect(traced).toMatchObject([{ ...facts, route: '/org-workspaces/{id}' }])
})

test('an operator has no workspace in the log, and a caller without a token no role', async () => {
  const { logged, traced, send } = observedApi()
  await send('/universe/apps', api.operatorToken)
  await send('/connectors')
  await send('/nothing', undefined, 'DELETE')
  const nobody = { role: undefined, workspaceId: undefined }
  expect(logged).toMatchObject([
    { operation: 'listPublicApps', role: 'operator', workspaceId: undefined, status: 200 },
    { ...nobody, operation: 'listConnectors', status: 401 },
    { ...nobody, operation: undefined, path: '/nothing', method: 'DELETE', status: 404 },
  ])
  expect(traced).toMatchObject([
    { route: '/universe/apps', status: 200 },
    { route: '/connectors', status: 401 },
    { operation: undefined, route: undefined, status: 404 },
  ])
})

test('a traced request works with the dependencies of its trace', async () => {
  const operators = new Set<string>()
  const { dependencies } = api
  const app = managementApi({
    dependencies,
    extensions: true,
    traceRequest: (_request, inner) => ({
      dependencies: {
        ...inner,
        serverTokens: {
          ...inner.serverTokens,
          verify: (token, now) => {
            operators.add(token)
            return inner.serverTokens.verify(token, now)
          },
        },
      },
      end: () => {},
    }),
  })
  // Not known to the server yet, so that it is verified.
  const token = await dependencies.serverTokens.sign(
    { operator: true, name: 'Traced' },
    dependencies.clock(),
  )
  const headers = { Authorization: `Bearer ${token}` }
  expect((await app.request('/universe/apps', { headers })).status).toBe(200)
  expect([...operators]).toEqual([token])
})

test('probes are measured, and logged only if they fail', async () => {
  const { logged, measured, send } = observedApi()
  const statuses = []
  for (const method of ['GET', 'HEAD', 'POST']) {
    statuses.push((await send('/health', undefined, method)).status)
    statuses.push((await send('/ready', undefined, method)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 405, 405])
  expect(measured).toHaveLength(6)
  expect(logged).toMatchObject([{ status: 405 }, { status: 405 }])
})
