import type { LimitSources } from '../../contract/limits'
import type { GrantedRoles } from './role-rules'

/** How a caller authenticated, for the audit log. Unlike a name, it cannot be made up. */
export interface Credential {
  signedBy: 'server' | 'secret' | 'publicKey' | 'jwks' | 'provider'
  /** The `iss` and `sub` claims. */
  issuer?: string | undefined
  subject?: string | undefined
  /** Name of the registered key, or `kid` of the published one. */
  keyId?: string | undefined
  /** Id of an issued token, or the `jti` claim of another. */
  tokenId?: string | undefined
  userAgent?: string | undefined
}

interface Identity {
  name: string
  credential?: Credential | undefined
}

type Operator = Identity & { role: 'operator' }

/** A caller who belongs to a workspace. */
export type WorkspaceCaller = Identity & { workspaceId: string } & (
    | { role: 'admin' | 'reader' }
    | { role: 'tenant'; tenantId: string }
  )

/** The caller that a token identifies. An operator belongs to no workspace. */
export type CallerIdentity = Operator | WorkspaceCaller

/** The token of a caller who belongs to a workspace. */
export interface WorkspaceToken {
  /** The token generation of the workspace at the time the token was verified. */
  generation: number
  /**
   * Issued by the server or the identity provider, not signed with a secret or key of the
   * workspace.
   */
  isIssued: boolean
  /** The roles that the identity provider gives, in other workspaces too. */
  granted?: GrantedRoles | undefined
}

/** The caller of a request and the limits that apply to it. None applies to operators. */
export type Authenticated =
  | { caller: Operator }
  | {
      caller: WorkspaceCaller
      sources: LimitSources
      workspaceToken: WorkspaceToken
    }
