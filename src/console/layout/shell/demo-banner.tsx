import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { demoQuery, useIsDemo } from '@/console/api/demo'
import { ownApi } from '@/console/browser/site'
import { useIsAdmin, useSession } from '@/console/session/use-session'
import { countOf } from '@/console/ui/format/format-count'
import { lazyPart } from '@/console/ui/loading/load-part'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { useNow } from '@/console/ui/use-now'
import classes from './demo-banner.module.css'

const ResetDemo = lazyPart(() => import('../reset-demo'))

const texts = {
  browser: 'This demo runs in your browser alone: nothing is sent to a server.',
  memory:
    'This demo runs in your browser alone. Your browser doesn’t let it keep data, so your ' +
    'changes are lost when you close or reload this tab.',
} as const

const dayMilliseconds = 86_400_000
const tickMilliseconds = 60_000

/** Returns how many whole days ago the demo was seeded. */
function useDemoAge(seededAt: string | undefined): number {
  const now = useNow(tickMilliseconds)
  return seededAt === undefined ? 0 : Math.floor((now - Date.parse(seededAt)) / dayMilliseconds)
}

/**
 * Says where the data of a demo is that runs in the browser, and how old it is once it is older
 * than a day.
 */
export function DemoBanner({ workspaceId }: { workspaceId: string }) {
  const isDemo = useIsDemo()
  const isOwnEngine = useSession()?.baseUrl === ownApi
  const isAdmin = useIsAdmin()
  const { data } = useQuery({ ...demoQuery(ownApi), enabled: isDemo && isOwnEngine })
  const age = useDemoAge(data?.seededAt)
  const isOld = age >= 1
  if (!isOwnEngine || data === undefined || (data.storage === undefined && !isOld)) return null
  return (
    <aside className={classes['banner']} aria-label="Demo">
      <Text fz="xs">
        {data.storage !== undefined && texts[data.storage]}{' '}
        {isOld && `The demo data is ${countOf(age, 'day')} old.`}
        {isOld &&
          isAdmin &&
          ' A reset brings its charts and alerts up to date, and undoes all changes.'}
      </Text>
      {isOld && isAdmin && (
        <LoadedPart>
          <ResetDemo workspaceId={workspaceId} size="compact-xs" />
        </LoadedPart>
      )}
    </aside>
  )
}
