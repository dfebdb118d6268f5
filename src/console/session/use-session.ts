import { useSyncExternalStore } from 'react'
import { currentSession, factsOf, isRenewing, subscribe, type Session, type TokenFacts } from './session'

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, currentSession)
}

export function useTokenFacts(): TokenFacts | undefined {
  const session = useSession()
  return session === undefined ? undefined : factsOf(session.token)
}

export function useIsRenewing(): boolean {
  return useSyncExternalStore(subscribe, isRenewing)
}
