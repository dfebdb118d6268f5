import { SignJWT } from 'jose'
import { z } from 'zod'
import { workspaceSchema } from '@/contract/workspaces'
import type { Dependencies } from '@/server/core/context'
import type { DemoAccess } from '@/server/core/ports/demo-access'
import { managementApi } from '@/server/http/api'
import { createOrganization } from '@/server/services/organizations/create'
import type { Database } from '@/server/store/database'
import { expectConformity } from './conformity'
import { freshDatabase } from './database'
import { testDependencies } from './dependencies'
import { asWorkspaceCaller } from './scoped-statements'

export interface TestWorkspace {
  id: string
  key: string
  secret: string
}

export interface TestResponse {
  status: number
  body: unknown
  headers: Headers
}

export interface Sent {
  token?: string | undefined
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown
}

export interface TestApi {
  dependencies: Dependencies
  /** The log entries, oldest first. */
  logged: { facts: object; message: string }[]
  request(method: string, path: string, sent?: Sent): Promise<TestResponse>
  /** The unread response, for streams. */
  respond(path: string, init: RequestInit): Promise<Response>
  operatorToken: string
  newWorkspace(name?: string): Promise<TestWorkspace>
  close(): Promise<void>
}

/**
 * Signs a token with the workspace secret. It is valid for an hour unless the claims say otherwise.
 */
export async function tokenOf(
  workspace: TestWorkspace,
  claims: Record<string, unknown> = {},
  algorithm = 'HS256',
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({
    workspaceKey: workspace.key,
    name: 'Test',
    iat: now,
    exp: now + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: algorithm })
    .sign(new TextEncoder().encode(workspace.secret))
}

/** Signs an admin token with the workspace secret. */
export const adminToken = (workspace: TestWorkspace) => tokenOf(workspace, { isAdmin: true })

export interface TestOptions extends Partial<
  Pick<Dependencies, 'clock' | 'fetch' | 'mailer' | 'mirrorOperatorLimits' | 'identityProvider'>
> {
  extensions?: boolean
  demo?: DemoAccess | 'off'
  /** The database of another, which closes it: this is a second server. */
  database?: Database
}

/** Creates the real application with its own database. */
export async function testApi({
  extensions = true,
  clock = () => new Date(),
  demo = { isPublic: true },
  database: shared,
  ...others
}: TestOptions = {}): Promise<TestApi> {
  const { database, close } =
    shared === undefined ? await freshDatabase() : { database: shared, close: async () => {} }
  const logged: TestApi['logged'] = []
  const record = (facts: object, message: string) => void logged.push({ facts, message })
  const dependencies = await testDependencies({
    database,
    clock,
    log: { info: record, error: record },
    demo: demo === 'off' ? undefined : demo,
    ...others,
  })
  if (shared === undefined) await createOrganization(dependencies)
  // Long, because tests run on busy machines.
  const requestMilliseconds = 55_000
  const api = managementApi({ dependencies, extensions, requestMilliseconds })
  const withCreation = managementApi({
    dependencies,
    extensions: true,
    requestMilliseconds,
  })
  const operatorToken = await dependencies.serverTokens.sign(
    { operator: true, name: 'Operator' },
    dependencies.clock(),
  )

  async function send(
    app: typeof api,
    method: string,
    path: string,
    { token, headers = {}, body }: Sent = {},
  ): Promise<TestResponse> {
    const request = () =>
      app.request(path, {
        method,
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    const isOfWorkspace = token !== undefined && !isOperatorToken(token)
    const response = await (isOfWorkspace ? asWorkspaceCaller(request) : request())
    if (response.headers.get('Content-Type') === 'text/event-stream') {
      await response.body?.cancel()
      return { status: response.status, body: undefined, headers: response.headers }
    }
    const text = await response.text()
    const received = {
      status: response.status,
      body: text === '' ? undefined : z.json().parse(parsed(text, response)),
      headers: response.headers,
    }
    expectConformity({ method, path, extensions: extensions || app !== api }, received)
    return received
  }

  return {
    dependencies,
    logged,
    operatorToken,
    respond: async (path, init) => api.request(path, init),
    request: (method, path, sent) => send(api, method, path, sent),
    async newWorkspace(name = 'Workspace') {
      const { body } = await send(withCreation, 'POST', '/org-workspaces', {
        token: operatorToken,
        body: { name },
      })
      return workspaceSchema.required({ secret: true }).parse(body)
    },
    async close() {
      dependencies.changes.close()
      await close()
    },
  }
}

function isOperatorToken(token: string): boolean {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return claims.includes('"operator":true')
}

/** JSON, or a list of the lines of NDJSON. */
function parsed(text: string, { headers }: Response): unknown {
  if (headers.get('Content-Type') !== 'application/x-ndjson') return JSON.parse(text)
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}
