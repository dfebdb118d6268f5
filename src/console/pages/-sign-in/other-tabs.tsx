import { Alert, Button, Group, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { sessionFacts } from '@/console/session/session'
import { findRemainingSession, signOutOtherTabs } from '@/console/session/shared-session'

const pollMilliseconds = 2000

const remainingSessionQuery = queryOptions({
  queryKey: ['remaining session'],
  queryFn: async () => (await findRemainingSession()) ?? null,
  staleTime: 0,
  gcTime: 0,
  refetchInterval: pollMilliseconds,
})

/** Says that other tabs are still signed in after the user signed out, and signs them out. */
export function OtherTabs() {
  const { data: session } = useQuery(remainingSessionQuery)
  if (session === undefined || session === null) return null
  const name = sessionFacts(session)?.name
  return (
    <Alert color="caution" p="xs" role="status">
      <Group justify="space-between" gap="xs">
        <Text fz="sm">
          Another tab is still signed in{name === undefined ? '' : ` as ${name}`}.
        </Text>
        <Button size="compact-sm" variant="default" onClick={signOutOtherTabs}>
          Sign out everywhere
        </Button>
      </Group>
    </Alert>
  )
}
