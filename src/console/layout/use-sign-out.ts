import { useNavigate, useRouter } from '@tanstack/react-router'
import { endProviderSession } from '@/console/api/single-sign-on'
import { currentSession, setSession } from '@/console/session/current-session'

/** Returns a function that signs out, unless the user stays on a page with unsaved changes. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const router = useRouter()
  return async () => {
    // The page asks about unsaved changes. A canceled navigation settles with the next one.
    await navigate({ to: '/sign-in' })
    if (router.state.location.pathname !== '/sign-in') return
    const session = currentSession()
    setSession(undefined)
    if (session?.account === undefined) return
    const signOutUri = await endProviderSession(session)
    if (signOutUri !== undefined) window.location.assign(signOutUri)
  }
}
