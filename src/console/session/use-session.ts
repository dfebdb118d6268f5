import { useMemo, useSyncExternalStore } from 'react'
import {
  currentSession,
  factsOf,
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

export function useIsRenewing(): boolean {
  return useSyncExternalStore(subscribe, isRenewing)
}
