import { useMemo, useSyncExternalStore } from 'react'
import { currentSession, isExpired, isRenewing, subscribe } from './current-session'
import { sessionFacts, type Session, type TokenFacts } from './session'

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, currentSession)
}

export function useTokenFacts(): TokenFacts | undefined {
  const session = useSession()
  return useMemo(() => sessionFacts(session), [session])
}

/** Returns whether the user may change the workspace: admins and operators may. */
export function useIsAdmin(): boolean {
  const role = useTokenFacts()?.role
  return role === 'admin' || role === 'operator'
}

export function useIsExpired(): boolean {
  return useSyncExternalStore(subscribe, isExpired)
}

export function useIsRenewing(): boolean {
  return useSyncExternalStore(subscribe, isRenewing)
}
