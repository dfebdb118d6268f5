import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { checkServer, useIsServerReachable } from '@/console/api/server-status'
import { IconCloudOff } from '@/console/ui/icons.gen'
import { Banner } from '../page-states'
import classes from './shell.module.css'

/** Warns while the server is out of reach, such as while the browser is offline. */
export function ConnectionBanner() {
  const { online } = useNetwork()
  const isReachable = useIsServerReachable()
  // A server on the same machine also responds without a network.
  if (isReachable) return null
  return (
    <div className={classes['offline']} role="status">
      <Banner
        icon={IconCloudOff}
        action={
          <Button size="compact-sm" variant="default" onClick={() => void checkServer()}>
            Retry now
          </Button>
        }
      >
        {online ? 'Can’t reach the server. ' : 'Can’t reach the server: you seem to be offline. '}
        Retrying… Data may be outdated; your edits are kept.
      </Banner>
    </div>
  )
}
