import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { specificationQuery } from '@/console/api/connectors'
import { ErrorAlert } from '@/console/layout/error-alert'
import { LineDiffView } from '@/console/ui/code/line-diff-view'
import { specificationText } from './specification-text'

interface VersionDiffProps {
  workspaceId: string
  connector: string
  /** The versions from old to new; undefined means the published one. */
  versions: readonly [string | undefined, string | undefined]
}

/** Compares two versions of a connector line by line. */
export default function VersionDiff({
  workspaceId,
  connector,
  versions: [before, after],
}: VersionDiffProps) {
  const first = useQuery(specificationQuery(workspaceId, connector, before))
  const second = useQuery(specificationQuery(workspaceId, connector, after))
  const failed = [first, second].find(({ error }) => error !== null)
  if (failed !== undefined) return <ErrorAlert error={failed.error} onRetry={failed.refetch} />
  if (first.data === undefined || second.data === undefined)
    return <Skeleton height={160} role="status" aria-label="Loading" />
  return (
    <LineDiffView
      label="Differences between the versions"
      before={specificationText(first.data.response)}
      after={specificationText(second.data.response)}
      beforeLabel={first.data.response.version}
      afterLabel={second.data.response.version}
    />
  )
}
