import { validate as isUuid } from 'uuid'
import { workspaceHeader } from '@/contract/single-sign-on'
import type { Verified } from '@/server/core/access/auth-cache'
import { roleIn, type GrantedRoles } from '@/server/core/access/role-rules'
import type { Dependencies } from '@/server/core/context'
import { accessDenied, invalidRequest, type ServiceError } from '@/server/core/service-error'
import type { ProviderUser } from './provider-token'
import { signingWorkspaces, type SigningWorkspace } from './signing-workspace'

export const archivedMessage =
  'This workspace is archived, so its tokens are refused: an operator can restore it'

/** Returns the workspace of the `Workspace` header, or the only one the user has a role in. */
async function workspaceOfUser(
  { database }: Dependencies,
  { everywhere, workspaces }: GrantedRoles,
  named: string | undefined,
): Promise<SigningWorkspace> {
  const [only, ...others] = workspaces.keys()
  const selector = named ?? (everywhere === undefined && others.length === 0 ? only : undefined)
  if (selector === undefined)
    throw invalidRequest([
      {
        path: ['header', workspaceHeader],
        message: 'You have a role in several workspaces: name one, by its id or key',
        code: 'required',
      },
    ])
  const found = await signingWorkspaces(database)
    .where(({ eb, or }) =>
      or([eb('key', '=', selector), ...(isUuid(selector) ? [eb('id', '=', selector)] : [])]),
    )
    .executeTakeFirst()
  if (found !== undefined) return found
  throw noRoleIn(selector)
}

/** One error for unknown workspaces and those of others, so that they can't be told apart. */
function noRoleIn(selector: string): ServiceError {
  return accessDenied(`You have no role in a workspace '${selector}'`)
}

/** Authenticates a user of the identity provider: as an operator, or for a workspace. */
export async function identifyUser(
  dependencies: Dependencies,
  { name, granted, credential }: ProviderUser,
  named: string | undefined,
): Promise<Pick<Verified, 'authenticated' | 'workspace'>> {
  if (granted.everywhere === 'operator' && named === undefined)
    return { authenticated: { caller: { role: 'operator', name, credential } } }
  const workspace = await workspaceOfUser(dependencies, granted, named)
  const role = roleIn(granted, workspace.key)
  if (role === undefined) throw noRoleIn(named ?? workspace.key)
  // The user stays signed in: another of their workspaces may not be archived.
  if (workspace.archived_at !== null) throw accessDenied(archivedMessage)
  return {
    authenticated: {
      caller: { role, name, credential, workspaceId: workspace.id },
      sources: { limits: workspace.limits, operatorLimits: workspace.operator_limits },
      verifiedToken: { generation: workspace.token_generation, holdsSecret: false, granted },
    },
    workspace: { id: workspace.id, version: workspace.version },
  }
}
