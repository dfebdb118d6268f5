import { rowVersion } from '@/server/core/access/auth-cache'
import type { Queryable } from '@/server/store/database'

/** Selects what authentication needs of workspaces. */
export function signingWorkspaces(database: Queryable) {
  return database
    .selectFrom('workspaces')
    .select([
      'id',
      'key',
      'encrypted_secret',
      'previous_secrets',
      'settings',
      'public_keys',
      'jwks_uri',
      'token_generation',
      'archived_at',
      'limits',
      'operator_limits',
      rowVersion.as('version'),
    ])
}

/** What authentication needs of a workspace. */
export type SigningWorkspace = Awaited<
  ReturnType<ReturnType<typeof signingWorkspaces>['execute']>
>[number]
