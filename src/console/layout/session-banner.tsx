import { Button, Text } from '@mantine/core'
import { IconLock } from '../ui/icons.gen'
import { renewSession } from '../session/session'
import { useIsExpired } from '../session/use-session'
import classes from './session-banner.module.css'

/** Says that the session expired, once the person has declined to sign in again. */
export function SessionBanner() {
  if (!useIsExpired()) return null
  return (
    <div className={classes['banner']} role="status">
      <IconLock size={16} aria-hidden />
      <Text fz="sm" flex={1}>
        Your session expired. Sign in to continue; your changes are kept.
      </Text>
      <Button size="compact-sm" onClick={() => void renewSession()}>
        Sign in
      </Button>
    </div>
  )
}
