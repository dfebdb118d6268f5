import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { demoQuery } from '../api/demo'
import { useSession } from '../session/use-session'
import { ownApi } from '../ui/site'
import classes from './demo-banner.module.css'

const texts = {
  browser: 'This demo runs in your browser alone: nothing is sent to a server.',
  memory:
    'This demo runs in your browser alone. Your browser doesn’t let it keep data, so your ' +
    'changes are lost when you close or reload this tab.',
} as const

/** Says where the data of a demo is that runs in the browser. */
export function DemoBanner() {
  const isOwnEngine = useSession()?.baseUrl === ownApi
  const { data } = useQuery({ ...demoQuery(ownApi), enabled: isOwnEngine })
  if (!isOwnEngine || data?.storage === undefined) return null
  return (
    <Text component="aside" className={classes['banner'] ?? ''} fz="xs" aria-label="Demo">
      {texts[data.storage]}
    </Text>
  )
}
