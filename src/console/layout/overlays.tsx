import { lazy, Suspense } from 'react'
import { useIsRenewing, useSession } from '../session/use-session'
import { useKeptFocus } from './kept-focus'
import { lazyWhenIdle } from './lazy-when-idle'

// What stands above every page, loaded after the first one.
const Messages = lazyWhenIdle(() => import('./messages'))
const RenewalModal = lazy(() => import('../session/renewal-modal'))

/** Messages, and the question for a new token, above whatever page is open; and what keeps the focus while pages change below them. */
export function Overlays() {
  useKeptFocus()
  const session = useSession()
  const renewing = useIsRenewing()
  return (
    <Suspense fallback={null}>
      <Messages />
      {renewing && session !== undefined && <RenewalModal session={session} />}
    </Suspense>
  )
}
