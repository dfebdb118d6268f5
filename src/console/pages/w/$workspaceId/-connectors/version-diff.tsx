import { SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { specificationQuery } from '../../../../api/connectors'
import { toApiError } from '../../../../api/api-error'
import { TextDiff } from '../../../../ui/text-diff'
import { ErrorAlert } from '../../../../layout/error-alert'

interface VersionDiffProps {
  workspaceId: string
  connector: string
  versions: readonly [string | undefined, string]
}

/** Two versions of a connector beside each other, with what differs marked. */
export function VersionDiff({ workspaceId, connector, versions: [one, other] }: VersionDiffProps) {
  const first = useQuery(specificationQuery(workspaceId, connector, one))
  const second = useQuery(specificationQuery(workspaceId, connector, other))
  const error = first.error ?? second.error
  if (error !== null) return <ErrorAlert error={toApiError(error)} />
  if (first.data === undefined || second.data === undefined)
    return <Skeleton height={320} role="status" aria-label="Loading" />
  const texts = [first.data.response, second.data.response].map((specification) =>
    JSON.stringify(specification, null, 2),
  )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {[first.data.response, second.data.response].map(({ version }, index) => (
        <section key={index} aria-label={`Version ${version}`}>
          <Text fz="sm" fw={600} mb={4}>
            {version}
          </Text>
          <TextDiff text={texts[index] ?? ''} other={texts[1 - index]} />
        </section>
      ))}
    </SimpleGrid>
  )
}
