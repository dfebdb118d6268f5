import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '@/console/api/usage'
import { useHasExtensions } from '@/console/api/workspaces'

/** Says that the usage can’t be read, and what is therefore missing. */
export function UsageNote({ workspaceId }: { workspaceId: string }) {
  const query = useQuery({
    ...usageQuery(workspaceId, 'hour'),
    enabled: useHasExtensions(),
  })
  if (!query.isLoadingError) return null
  return (
    <Alert color="caution" p="xs" mb="xs" role="status">
      What is in use can’t be loaded. Until it is, a review can’t tell what a lower limit would
      refuse.
    </Alert>
  )
}
