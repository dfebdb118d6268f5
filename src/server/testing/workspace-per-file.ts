import { adminToken } from './api'
import { apiPerFile } from './api-per-file'

/**
 * Starts an API, and creates a workspace, which all tests of a file share.
 * @returns them, and the token of an admin of the workspace
 */
export async function workspacePerFile(name: string) {
  const api = await apiPerFile()
  const workspace = await api.newWorkspace(name)
  return { api, workspace, token: await adminToken(workspace) }
}
