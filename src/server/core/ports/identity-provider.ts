import type { AuthorizationServer } from 'oauth4webapi'
import type { RoleRule } from '../access/role-rules'
import type { KeySets, Published } from '../published'

/** The OpenID provider that users sign in with. */
export interface IdentityProvider {
  /** The `iss` claim of its tokens; below it is the address of its configuration. */
  issuer: string
  clientId: string
  clientSecret?: string | undefined
  /** Tokens are accepted for these `aud` claims. */
  audiences: readonly string[]
  /** Scopes requested at sign-in, separated by spaces. */
  scopes: string
  /** The name that the console shows. */
  name: string
  roles: readonly RoleRule[]
  /** Calls the provider, which may be on a private network. */
  fetch: typeof fetch
  metadata: Published<AuthorizationServer>
  keySets: KeySets
}
