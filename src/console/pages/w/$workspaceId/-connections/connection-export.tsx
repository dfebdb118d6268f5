import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { stringify } from 'yaml'
import { exportQuery } from '@/console/api/connections'
import { download } from '@/console/browser/download'
import { ErrorAlert } from '@/console/layout/error-alert'
import { TextDiff } from '@/console/ui/code/text-diff'
import { CopyButton } from '@/console/ui/copy-button'
import type { Format } from './format'

interface ConnectionExportProps {
  workspaceId: string
  selector: string
  format: Format
  /** Another export; lines that it does not have are highlighted. */
  comparedWith: string | undefined
}

function textOf(value: unknown, format: Format): string {
  return format === 'json' ? JSON.stringify(value, null, 2) : stringify(value)
}

/** Shows the export of a connection as text, with differences to another one highlighted. */
export function ConnectionExport({
  workspaceId,
  selector,
  format,
  comparedWith,
}: ConnectionExportProps) {
  const { data, error, refetch } = useQuery(exportQuery(workspaceId, selector))
  const other = useQuery({
    ...exportQuery(workspaceId, comparedWith ?? ''),
    enabled: comparedWith !== undefined,
  })
  if (error !== null) return <ErrorAlert error={error} onRetry={refetch} />
  if (data === undefined) return <Skeleton height={240} role="status" aria-label="Loading" />

  const text = textOf(data.response, format)
  return (
    <section aria-label={`Export of ${selector}`}>
      <Group justify="space-between" mb={4}>
        <Text fz="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {data.response.name ?? selector}
        </Text>
        <Group gap={6}>
          <CopyButton value={text} label="Copy" />
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              download(
                `${data.response.key ?? selector}.${format}`,
                format === 'json' ? 'application/json' : 'application/yaml',
                text,
              )
            }
          >
            Download
          </Button>
        </Group>
      </Group>
      <TextDiff
        text={text}
        other={
          other.data === undefined || comparedWith === undefined
            ? undefined
            : textOf(other.data.response, format)
        }
      />
    </section>
  )
}
