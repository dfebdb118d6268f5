import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import type { AuditEvent } from '../../../../../contract/history'
import type { Edit } from '../../../../forms/edits'
import { DiffTable } from '../../../../forms/diff-table'
import { CopyButton } from '../../../../layout/copy-button'
import { deedInWords } from './words'

interface EntryDrawerProps {
  event: AuditEvent
  /** What would bring back how it was before; none where it is so already, or cannot be. */
  edits: readonly Edit[]
  readOnlyReason: string | undefined
  onPutBack: () => void
  onClose: () => void
}

function Fact({ label, value }: { label: string; value: string | undefined }) {
  if (value === undefined) return null
  return <Group gap="xs" wrap="nowrap" align="baseline"><Text fz="sm" c="dimmed" w={90}>{label}</Text><Text fz="sm" style={{ overflowWrap: 'anywhere' }}>{value}</Text></Group>
}

/** One entry of the history: who, when, from where, and each old and new value. */
export function EntryDrawer({ event, edits, readOnlyReason, onPutBack, onClose }: EntryDrawerProps) {
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={`${event.actor.name} ${deedInWords(event)}`}>
      <Stack gap="sm">
        <div>
          <Fact label="When" value={new Date(event.createdAt).toLocaleString()} />
          <Fact label="Who" value={`${event.actor.name} (${event.actor.role})`} />
          <Fact label="Operation" value={event.operation} />
          <Fact label="On" value={event.subject.name === undefined ? event.subject.id : `${event.subject.type} ${event.subject.name}`} />
          <Fact label="Request" value={event.requestId} />
          <Fact label="From" value={event.address} />
          <Fact label="Refused" value={event.fault?.message} />
        </div>
        {event.changes.length > 0 && <DiffTable edits={event.changes.map(({ path, before, after }) => ({ path, before, after }))} heads={['Before', 'After']} />}
        <Group gap="xs">
          {edits.length > 0 && <Button variant="default" size="compact-md" disabled={readOnlyReason !== undefined} title={readOnlyReason} onClick={onPutBack}>Put this back</Button>}
          {edits.length === 0 && event.operation === 'updateOrgWorkspace' && event.outcome === 'done' && <Text fz="sm" c="dimmed">It is as it was before: there is nothing to put back.</Text>}
          <CopyButton value={window.location.href} label="Copy link" />
          <CopyButton value={JSON.stringify(event, null, 2)} label="Copy as JSON" />
        </Group>
      </Stack>
    </Drawer>
  )
}
