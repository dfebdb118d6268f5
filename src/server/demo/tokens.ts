import type { Insertable } from 'kysely'
import { publicKeyDigest } from '@/server/authentication/public-key-uses'
import type { IssuedTokensTable, PublicKeyUsesTable } from '@/server/store/schema'
import { idAt } from './deterministic'
import { storyDays, type StoryDay } from './story-calendar'
import { productionKey, productionKeys, workspaceId } from './workspaces'

interface IssuedToken {
  name: string
  role: IssuedTokensTable['role']
  tenantKey?: string
  createdBy: string
  createdOn: number
  /** Absent if it was never used. */
  usedHoursAgo?: number
  expiresInDays: number
}

const issued: readonly IssuedToken[] = [
  {
    name: 'Deploy pipeline',
    role: 'admin',
    createdBy: 'Idris Vance',
    createdOn: 5,
    usedHoursAgo: 3,
    expiresInDays: 48,
  },
  {
    name: 'Support desk',
    role: 'reader',
    createdBy: 'Maren Holt',
    createdOn: 21,
    usedHoursAgo: 0.4,
    expiresInDays: 69,
  },
  {
    name: 'Partner portal',
    role: 'tenant',
    tenantKey: 'bluefjord-energy',
    createdBy: 'Maren Holt',
    createdOn: 30,
    usedHoursAgo: 26,
    expiresInDays: 18,
  },
  {
    name: 'Monthly report',
    role: 'reader',
    createdBy: 'Idris Vance',
    createdOn: 38,
    expiresInDays: 6,
  },
]

const keysUsedHoursAgo = [0.4, 31]

/** When the registered keys of the production workspace were last used. */
export function publicKeyUseRows(day: StoryDay): Insertable<PublicKeyUsesTable>[] {
  return productionKeys.map(({ publicKey }, index) => ({
    workspace_id: workspaceId(productionKey),
    digest: publicKeyDigest(publicKey),
    last_used_at: day(storyDays - (keysUsedHoursAgo[index] ?? 0) / 24),
  }))
}

/** The access tokens that were issued for the production workspace. */
export function tokenRows(day: StoryDay): Insertable<IssuedTokensTable>[] {
  return issued.map(
    ({ name, role, tenantKey, createdBy, createdOn, usedHoursAgo, expiresInDays }) => ({
      id: idAt(`token ${name}`, day(createdOn)),
      workspace_id: workspaceId(productionKey),
      name,
      role,
      tenant_key: tenantKey ?? null,
      created_by: createdBy,
      token_generation: 0,
      created_at: day(createdOn),
      last_used_at: usedHoursAgo === undefined ? null : day(storyDays - usedHoursAgo / 24),
      expires_at: day(storyDays + expiresInDays),
    }),
  )
}
