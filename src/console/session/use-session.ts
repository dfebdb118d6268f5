import { useSyncExternalStore } from 'react'
import { currentSession, isExpired, isRenewing, renewalReason, subscribe } from './current-session'
import {
  isAdminRole,
  roleOf,
  sessionFacts,
  type Role,
  type Session,
  type TokenFacts,
} from './session'

/** Returns the session; undefined when signed out. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, currentSession)
}

/** Returns who is signed in, in which role. */
export function useTokenFacts(): TokenFacts | undefined {
  return sessionFacts(useSession())
}

/** Returns the role of the user, as far as the console knows; undefined when signed out. */
export function useRole(): Role | undefined {
  return roleOf(useSession())
}

/** Returns whether the user may change the workspace: admins and operators may. */
export function useIsAdmin(): boolean {
  return isAdminRole(useRole())
}

/** Returns whether the token is one of a tenant, which may read connectors, apps and the like. */
export function useIsTenant(): boolean {
  return useRole() === 'tenant'
}

/** Returns whether the session has expired and the user has declined to sign in again. */
export function useIsExpired(): boolean {
  return useSyncExternalStore(subscribe, isExpired)
}

/** Returns whether the user is asked to sign in again. */
export function useIsRenewing(): boolean {
  return useSyncExternalStore(subscribe, isRenewing)
}

/** Returns why the server refused the token, while the user is asked to sign in again. */
export function useRenewalReason(): string | undefined {
  return useSyncExternalStore(subscribe, renewalReason)
}
