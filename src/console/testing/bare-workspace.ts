import type { Workspace } from '../../contract/workspaces'

/** A workspace with the members that every workspace has, for tests to add others to. */
export const bareWorkspace: Workspace = {
  id: '1',
  name: 'W',
  orgId: 'o',
  key: 'k',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
