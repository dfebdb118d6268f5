import { useIsRenewing, useSession } from '@/console/session/use-session'
import { lazyPart } from '@/console/ui/loading/load-part'
import { loadWhenIdle, preloadWhenIdle } from '@/console/ui/loading/load-when-idle'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { useRestoreFocus } from '@/console/ui/page/restore-focus'
import { NewVersionNotice } from './new-version-notice'

// Shown above every page, loaded after the first one.
const Messages = loadWhenIdle(() => import('./messages'))
const loadRenewalModal = () => import('./sign-in/renewal-modal')
const RenewalModal = lazyPart(loadRenewalModal)
// A token expires hours after the page was loaded, when a deployment may have replaced its files.
preloadWhenIdle(loadRenewalModal)

/** Notices, messages and the sign-in dialog above every page; restores the focus after them. */
export function Overlays() {
  useRestoreFocus()
  const session = useSession()
  const renewing = useIsRenewing()
  return (
    <>
      <NewVersionNotice />
      <LoadedPart>
        <Messages />
      </LoadedPart>
      {renewing && session !== undefined && (
        <LoadedPart>
          <RenewalModal session={session} />
        </LoadedPart>
      )}
    </>
  )
}
