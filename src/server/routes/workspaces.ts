import { listTenants } from '../services/tenants/list'
import { createOrgWorkspaceAccessToken } from '../services/workspaces/access-token'
import { getOrgWorkspaceUsage } from '../services/workspaces/get-usage'
import { archiveOrgWorkspace } from '../services/workspaces/archive'
import { checkJwks } from '../services/workspaces/check-jwks'
import { createOrgWorkspace } from '../services/workspaces/create'
import { getOrgWorkspace } from '../services/workspaces/get'
import { listOrgWorkspaces } from '../services/workspaces/list'
import { setOperatorLimits } from '../services/workspaces/operator-limits'
import { restoreOrgWorkspace } from '../services/workspaces/restore'
import { rotateOrgWorkspaceSecret } from '../services/workspaces/rotate-secret'
import { updateOrgWorkspace } from '../services/workspaces/update'
import type { GuardedHandlers } from '../http/handler'

export const workspaceHandlers = {
  updateOrgWorkspace,
  restoreOrgWorkspace,
  listOrgWorkspaces,
  createOrgWorkspace,
  getOrgWorkspace,
  archiveOrgWorkspace,
  createOrgWorkspaceAccessToken,
  rotateOrgWorkspaceSecret,
  checkJwks,
  listTenants,
  getOrgWorkspaceUsage,
  setOperatorLimits,
} satisfies Partial<GuardedHandlers>
