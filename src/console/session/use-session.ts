import { useMemo, useSyncExternalStore } from 'react'
import {
  currentSession,
  isExpired,
  isRenewing,
  sessionFacts,
  subscribe,
  type Session,
  type TokenFacts,
} from './session'

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, currentSession)
}

export function useTokenFacts(): TokenFacts | undefined {
  const session = useSession()
  return useMemo(() => sessionFacts(session), [session])
}

export function useIsExpired(): boolean {
  return useSyncExternalStore(subscribe, isExpired)
}

export function useIsRenewing(): boolean {
  return useSyncExternalStore(subscribe, isRenewing)
}
