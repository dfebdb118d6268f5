import { useIsRenewing, useSession } from '../session/use-session'
import { useRestoreFocus } from '../ui/restore-focus'
import { loadWhenIdle, preloadWhenIdle } from '../ui/load-when-idle'
import { LoadedPart } from '../ui/loaded-part'
import { lazyPart } from '../ui/new-version'
import { NewVersionNotice } from './new-version-notice'

// What stands above every page, loaded after the first one.
const Messages = loadWhenIdle(() => import('./messages'))
const loadRenewalModal = () => import('./renewal-modal')
const RenewalModal = lazyPart(loadRenewalModal)
// A token ends hours after the page was loaded, when a deployment may have replaced its files.
preloadWhenIdle(loadRenewalModal)

/** Messages, and the question for a new token, above whatever page is open; and what keeps the focus while pages change below them. */
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
