import { Button, Group, Text } from '@mantine/core'
import {
  dismissLoadFailure,
  reloadKeepingChanges,
  useLoadFailure,
  type LoadFailure,
} from '@/console/ui/loading/load-failure'
import classes from './new-version-notice.module.css'

const messages: Record<LoadFailure, string> = {
  gone: 'A new version is available. Reload; your changes are kept.',
  unreachable: 'This can’t be loaded while the server doesn’t respond. Your changes are kept.',
}

/** Says that the page has to be reloaded, above everything else. */
export function NewVersionNotice() {
  const failure = useLoadFailure()
  if (failure === undefined) return null
  return (
    <div role="alert" className={classes['notice']}>
      <Text fz="sm" fw={550}>
        {messages[failure]}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-sm" variant="default" onClick={dismissLoadFailure}>
          Later
        </Button>
        <Button size="compact-sm" onClick={() => void reloadKeepingChanges()}>
          Reload
        </Button>
      </Group>
    </div>
  )
}
