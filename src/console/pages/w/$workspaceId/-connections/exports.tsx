import { Alert, Button, Group, SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { ConnectionExport } from './connection-export'
import type { Format } from './format'

interface ExportsProps {
  workspaceId: string
  selector: string
  /** The connection to compare with. */
  other: string | undefined
  format: Format
  onFormat: (format: Format) => void
  /** Whether the next chosen connection is the one to compare with. */
  comparing: boolean
  onComparing: (comparing: boolean) => void
  onStopComparing: () => void
}

/** The export of a connection, or of two side by side with their differences. */
export function Exports({
  workspaceId,
  selector,
  other,
  format,
  onFormat,
  comparing,
  onComparing,
  onStopComparing,
}: ExportsProps) {
  return (
    <Stack gap="sm">
      <Alert color="signal" p="xs">
        Exports never include credentials or connector parameters.
      </Alert>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Format"
          value={format}
          onChange={onFormat}
          data={[
            { value: 'json', label: 'JSON' },
            { value: 'yaml', label: 'YAML' },
          ]}
        />
        {other === undefined ? (
          <Button
            size="compact-sm"
            variant={comparing ? 'light' : 'default'}
            aria-pressed={comparing}
            onClick={() => onComparing(!comparing)}
          >
            {comparing ? 'Choose the other one in the list' : 'Compare with…'}
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" onClick={onStopComparing}>
            Stop comparing
          </Button>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, lg: other === undefined ? 1 : 2 }}>
        <ConnectionExport
          key={selector}
          workspaceId={workspaceId}
          selector={selector}
          format={format}
          comparedWith={other}
        />
        {other !== undefined && (
          <ConnectionExport
            key={other}
            workspaceId={workspaceId}
            selector={other}
            format={format}
            comparedWith={selector}
          />
        )}
      </SimpleGrid>
    </Stack>
  )
}
