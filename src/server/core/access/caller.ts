import type { Credential } from '@/contract/history'
import type { LimitSources } from '@/contract/limits'
import type { WorkspaceRole } from '@/contract/single-sign-on'
import type { GrantedRoles } from './role-rules'

interface Identity {
  name: string
  /** For the history. */
  credential?: Credential | undefined
}

/** An operator belongs to no workspace. */
type Operator = Identity & { role: 'operator'; workspaceId?: undefined }

/** A caller who belongs to a workspace. */
export type WorkspaceCaller = Identity & { workspaceId: string } & (
    | { role: WorkspaceRole }
    | { role: 'tenant'; tenantId: string }
  )

/** The caller that a token identifies. */
export type CallerIdentity = Operator | WorkspaceCaller

/** The registered key, or the address of the keys, that verified a token of a workspace. */
export type VerifyingKey = { name: string; publicKey: string } | { jwksUri: string }

/** What was verified about the token of a caller who belongs to a workspace. */
export interface VerifiedToken {
  /** The token generation of the workspace at the time the token was verified. */
  generation: number
  /**
   * Signed with the current secret or a key of the workspace: not issued by the server or the
   * identity provider, and not signed with a secret that was rotated out.
   */
  holdsSecret: boolean
  /** Absent if no key verified it. */
  verifiedBy?: VerifyingKey | undefined
  /** The roles that the identity provider gives, in other workspaces too. */
  granted?: GrantedRoles | undefined
}

/** The caller of a request and the limits that apply to it. None applies to operators. */
export type Authenticated =
  | { caller: Operator }
  | {
      caller: WorkspaceCaller
      sources: LimitSources
      verifiedToken: VerifiedToken
    }
