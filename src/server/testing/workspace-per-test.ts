import { afterAll, beforeAll, beforeEach } from 'vitest'
import { adminToken, testApi, type TestApi, type TestWorkspace } from './api'

interface WorkspaceFixture {
  readonly api: TestApi
  readonly workspace: TestWorkspace
  /** The token of an admin of the workspace. */
  readonly token: string
}

/**
 * Starts an API for the tests of a file, and creates a workspace for each of them, so that none
 * finds the records of another.
 * @returns the API and the workspace of the current test; not set before it starts
 */
export function workspacePerTest(name: string): WorkspaceFixture {
  let api: TestApi
  let workspace: TestWorkspace
  let token: string
  beforeAll(async () => {
    api = await testApi()
  })
  beforeEach(async () => {
    workspace = await api.newWorkspace(name)
    token = await adminToken(workspace)
  })
  afterAll(() => api.close())
  return {
    get api() {
      return api
    },
    get workspace() {
      return workspace
    },
    get token() {
      return token
    },
  }
}
