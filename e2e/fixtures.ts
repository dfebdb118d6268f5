import { test as base, expect, type APIRequestContext, type Page } from '@playwright/test'
import { z } from 'zod'
import { appDetailsSchema, type AppCreate, type AppDetails } from '@/contract/apps'
import { workspaceSchema, workspaceWithStateSchema } from '@/contract/workspaces'
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy'
import { forgetTest, openSharedContext, type SharedContexts } from './shared-context'

export { expect }

type Role = 'admin' | 'operator' | 'reader'

/** Calls the API with a token, to prepare data for a test and to check its outcome. */
export class Api {
  constructor(
    private readonly request: APIRequestContext,
    private readonly token: string,
  ) {}

  /** Sends a request, and returns the body of the response, which has to be successful. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const response = await this.request.fetch(`/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, ...headers },
      ...(body === undefined ? {} : { data: body }),
    })
    expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(
      true,
    )
    return response.json()
  }

  /** Reads a workspace, archived or not. */
  async workspace(id: string) {
    return workspaceWithStateSchema.parse(
      await this.send('GET', `/org-workspaces/${id}?includeArchived=true`),
    )
  }

  /** Creates a workspace. */
  async newWorkspace(name: string): Promise<TestWorkspace> {
    const { id, key, secret } = workspaceSchema
      .required({ secret: true })
      .parse(await this.send('POST', '/org-workspaces', { name }))
    return { id, key, name, secret }
  }

  /** Creates a token of a workspace. */
  async newToken(workspaceId: string, body: unknown): Promise<string> {
    const path = `/org-workspaces/${workspaceId}/access-token`
    return tokenSchema.parse(await this.send('POST', path, body)).token
  }

  /** Changes a workspace. */
  update(id: string, body: unknown): Promise<unknown> {
    return this.send('PATCH', `/org-workspaces/${id}`, body)
  }

  /** Creates a custom app of the token's workspace. */
  async newApp(app: Partial<AppCreate>): Promise<AppDetails> {
    return appDetailsSchema.parse(await this.send('POST', '/external-apps', app))
  }

  /** Reads an app that the token's workspace can use. */
  async app(selector: string): Promise<AppDetails> {
    return appDetailsSchema.parse(await this.send('GET', `/external-apps/${selector}`))
  }
}

/** Sends a request that any token of a workspace may send, and returns the status. */
export async function statusWith(request: APIRequestContext, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` }
  return (await request.get('/api/connectors', { headers })).status()
}

const tokenSchema = z.object({ token: z.string() })

async function operatorToken(request: APIRequestContext): Promise<string> {
  const response = await request.post('/api/demo/sign-in', { data: { role: 'operator' } })
  return tokenSchema.parse(await response.json()).token
}

/** Signs in as an admin of the demo's production workspace. */
export async function demoSession(
  request: APIRequestContext,
): Promise<{ token: string; workspaceId: string }> {
  const response = await request.post('/api/demo/sign-in', { data: { role: 'admin' } })
  return z.object({ token: z.string(), workspaceId: z.string() }).parse(await response.json())
}

/** Stores a session in the tab, as signing in does, and opens a page of the workspace. */
export async function signIn(
  page: Page,
  token: string,
  workspaceId: string,
  path = '',
  origin = '',
): Promise<void> {
  await page.addInitScript(
    (session) => {
      if (sessionStorage.getItem('signalbox-session') === null)
        sessionStorage.setItem('signalbox-session', session)
    },
    JSON.stringify({ baseUrl: '/api', token, workspaceId }),
  )
  await page.goto(`${origin}/w/${workspaceId}${path}`)
}

/** Opens a page of the demo's production workspace as an admin. Tests must not change its data. */
export async function openDemo(page: Page, path: string): Promise<void> {
  const { token, workspaceId } = await demoSession(page.request)
  await signIn(page, token, workspaceId, path)
}

export interface TestWorkspace {
  id: string
  key: string
  name: string
  secret: string
}

interface Fixtures {
  /** The API as an operator. */
  api: Api
  /** The API as an admin of the workspace. */
  admin: Api
  /** A fresh workspace for the test. */
  workspace: TestWorkspace
  /** Opens a page of the workspace in the given role. */
  open: (path?: string, role?: Role) => Promise<void>
  tokenFor: (role: Role) => Promise<string>
  /** A proxy in front of the server that fails on demand. */
  faultyProxy: FaultyProxy
  /** The same as `open`, through the proxy. */
  openThroughProxy: (path: string, role?: Role) => Promise<void>
  /** Whether the test gets a browser context that no other test uses. */
  ownContext: boolean
}

interface ProcessFixtures {
  sharedContexts: SharedContexts
}

export const test = base.extend<Fixtures, ProcessFixtures>({
  ownContext: [false, { option: true }],
  sharedContexts: [async ({ browser: _browser }, use) => use(new Map()), { scope: 'worker' }],
  context: async (
    { browser, sharedContexts, ownContext, baseURL, locale, viewport, hasTouch, isMobile },
    use,
  ) => {
    if (ownContext) {
      const context = await browser.newContext()
      await use(context)
      await context.close()
    } else {
      const settings = JSON.stringify({ baseURL, locale, viewport, hasTouch, isMobile })
      const context =
        sharedContexts.get(settings) ?? (await openSharedContext(browser, baseURL ?? ''))
      sharedContexts.set(settings, context)
      await use(context)
      await forgetTest(context)
    }
  },
  api: async ({ request }, use) => use(new Api(request, await operatorToken(request))),
  admin: async ({ request, tokenFor }, use) => use(new Api(request, await tokenFor('admin'))),
  workspace: async ({ api }, use, info) =>
    // A retry finds what the attempt before it has left.
    use(await api.newWorkspace(`Test ${info.testId.slice(-6)}${' again'.repeat(info.retry)}`)),
  tokenFor: async ({ api, workspace, request }, use) => {
    await use(async (role) => {
      if (role === 'operator') return operatorToken(request)
      return api.newToken(workspace.id, { isAdmin: role === 'admin', name: `Test ${role}` })
    })
  },
  faultyProxy: async ({ baseURL }, use) => {
    const proxy = await startFaultyProxy(baseURL ?? '')
    await use(proxy)
    await proxy.close()
  },
  open: async ({ page, workspace, tokenFor }, use) => {
    await use(async (path = '', role = 'admin') =>
      signIn(page, await tokenFor(role), workspace.id, path),
    )
  },
  openThroughProxy: async ({ page, workspace, tokenFor, faultyProxy }, use) => {
    await use(async (path, role = 'admin') =>
      signIn(page, await tokenFor(role), workspace.id, path, faultyProxy.origin),
    )
  },
})

/**
 * For tests of a first visit, without any file in the browser's cache, and for those that change
 * what lasts as long as a context: its clock, or a script of all its pages.
 */
export const testInOwnContext = test.extend({ ownContext: true })
