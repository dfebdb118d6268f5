import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { stringify } from 'yaml'
import { exportQuery } from '../../../../api/connections'
import { faultOf } from '../../../../api/fault'
import { CopyButton } from '../../../../layout/copy-button'
import { download } from '../../../../layout/download'
import { FaultAlert } from '../../../../layout/fault-alert'
import type { Format } from './format'

interface ExportedProps {
  workspaceId: string
  selector: string
  format: Format
  /** Lines that another export does not have are marked. */
  comparedWith?: string | undefined
}

function textOf(value: unknown, format: Format): string {
  return format === 'json' ? JSON.stringify(value, null, 2) : stringify(value)
}

/** The export of one connection as text; beside another one, with what differs marked. */
export function Exported({ workspaceId, selector, format, comparedWith }: ExportedProps) {
  const { data, error, refetch } = useQuery(exportQuery(workspaceId, selector))
  const other = useQuery({ ...exportQuery(workspaceId, comparedWith ?? ''), enabled: comparedWith !== undefined })
  if (error !== null) return <FaultAlert fault={faultOf(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={240} aria-label="Loading" />

  const text = textOf(data.answer, format)
  const others = new Set(other.data === undefined ? [] : textOf(other.data.answer, format).split('\n'))
  const differs = (line: string) => comparedWith !== undefined && other.data !== undefined && !others.has(line)
  return (
    <section aria-label={`Export of ${selector}`}>
      <Group justify="space-between" mb={4}>
        <Text fz="sm" fw={600}>{data.answer.name ?? selector}</Text>
        <Group gap={6}>
          <CopyButton value={text} label="Copy" />
          <Button variant="default" size="compact-sm" onClick={() => download(`${data.answer.key ?? selector}.${format}`, format === 'json' ? 'application/json' : 'application/yaml', text)}>Download</Button>
        </Group>
      </Group>
      <pre className="code-block" tabIndex={0}>
        {text.split('\n').map((line, index) => <span key={index} style={differs(line) ? { background: 'var(--sb-changed)', display: 'block' } : { display: 'block' }}>{line}</span>)}
      </pre>
    </section>
  )
}
