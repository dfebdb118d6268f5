import { Button, Text } from '@mantine/core'
import { renewSession } from '@/console/session/current-session'
import { useIsExpired, useSession, useTokenFacts } from '@/console/session/use-session'
import { IconLock } from '@/console/ui/icons.gen'
import { useNow } from '@/console/ui/use-now'
import classes from './session-banner.module.css'

const warningMinutes = 5
const tickMilliseconds = 10_000

/**
 * Returns the minutes until the token expires, once that is soon; undefined otherwise, and where
 * the session renews itself.
 */
function useMinutesLeft(): number | undefined {
  const renewsItself = useSession()?.account?.renewal !== undefined
  const expiresAt = useTokenFacts()?.expiresAt?.getTime()
  const now = useNow(tickMilliseconds)
  if (expiresAt === undefined || renewsItself) return undefined
  const minutes = Math.ceil((expiresAt - now) / 60_000)
  return minutes > warningMinutes ? undefined : Math.max(0, minutes)
}

/** Warns before the session expires, and says so once it did and the user declined to sign in. */
export function SessionBanner() {
  const isExpired = useIsExpired()
  const minutes = useMinutesLeft()
  if (!isExpired && minutes === undefined) return null
  return (
    <div className={classes['banner']} role="status">
      <IconLock size={16} aria-hidden />
      <Text fz="sm" flex={1}>
        {isExpired || minutes === 0
          ? 'Your session expired. Sign in to continue; your changes are kept.'
          : `Your session expires in ${minutes} min. Sign in again to stay; your changes are kept.`}
      </Text>
      <Button size="compact-sm" onClick={() => void renewSession()}>
        Sign in
      </Button>
    </div>
  )
}
