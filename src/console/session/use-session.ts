import { useMemo, useSyncExternalStore } from 'react'
import {
  currentSession,
  factsOf,
  isExpired,
  isRenewing,
  subscribe,
  type Session,
  type TokenFacts,
} from './session'

export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, currentSession)
}

export function useTokenFacts(): TokenFacts | undefined {
  const token = useSession()?.token
  return useMemo(() => (token === undefined ? undefined : factsOf(token)), [token])
}

export function useIsExpired(): boolean {
  return useSyncExternalStore(subscribe, isExpired)
}

export function useIsRenewing(): boolean {
  return useSyncExternalStore(subscribe, isRenewing)
}
