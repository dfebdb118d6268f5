import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { DiffTable } from '@/console/edits/diff-table'
import type { Edit } from '@/console/edits/edits'
import { useIsAdmin } from '@/console/session/use-session'
import { CopyButton } from '@/console/ui/copy-button'
import { DefinitionItem } from '@/console/ui/definition-list'
import { formatDateTime } from '@/console/ui/format/format-date'
import { LinkButton } from '@/console/ui/link-button'
import type { AuditEvent } from '@/contract/history'
import { describeEvent, endOf } from './describe-event'

interface EntryDrawerProps {
  workspaceId: string
  event: AuditEvent
  /** The edits that undo the entry, none where it is undone already; undefined if nothing can. */
  edits: readonly Edit[] | undefined
  /** Why these edits can't be made now. */
  readOnlyReason: string | undefined
  onRevert: () => void
  onClose: () => void
}

/** Whether the form that edits connectors can undo an entry. */
const canRevertConnector = ({ operation, outcome }: AuditEvent) =>
  operation === 'updateConnector' && outcome === 'done'

/** One entry of the history with its old and new values. */
export function EntryDrawer({
  workspaceId,
  event,
  edits,
  readOnlyReason,
  onRevert,
  onClose,
}: EntryDrawerProps) {
  const isAdmin = useIsAdmin()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={`${event.actor.name} ${describeEvent(event)}`}
    >
      <Stack gap="sm">
        <div>
          <DefinitionItem label="When">{formatDateTime(event.createdAt)}</DefinitionItem>
          <DefinitionItem label="Who">{`${event.actor.name} (${event.actor.role})`}</DefinitionItem>
          <DefinitionItem label="Reason">{event.reason}</DefinitionItem>
          <DefinitionItem label="Operation">
            <span className="mono">{event.operation}</span>
          </DefinitionItem>
          <DefinitionItem label="On">
            {event.subject.name === undefined
              ? event.subject.id
              : `${event.subject.type} ${event.subject.name}`}
          </DefinitionItem>
          <DefinitionItem label="Request" copied={event.requestId}>
            {event.requestId === undefined ? undefined : (
              <span className="mono">{event.requestId}</span>
            )}
          </DefinitionItem>
          <DefinitionItem label="From">{event.address}</DefinitionItem>
          <DefinitionItem label={endOf(event) === 'conflict' ? 'Conflict' : 'Refused'}>
            {event.error?.message}
          </DefinitionItem>
        </div>
        {event.changes.length > 0 && (
          <DiffTable edits={event.changes} heads={['Before', 'After']} />
        )}
        {edits !== undefined && edits.length > 0 && readOnlyReason !== undefined && (
          <Text fz="sm" c="dimmed">
            {readOnlyReason}
          </Text>
        )}
        <Group gap="xs">
          {edits !== undefined && edits.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              disabled={readOnlyReason !== undefined}
              onClick={onRevert}
            >
              Revert this change
            </Button>
          )}
          {isAdmin && canRevertConnector(event) && (
            <LinkButton
              variant="default"
              size="compact-sm"
              to="/w/$workspaceId/connectors/$connector/edit"
              params={{ workspaceId, connector: event.subject.id }}
              search={{ revert: event.id }}
            >
              Revert this change
            </LinkButton>
          )}
          {edits?.length === 0 && (
            <Text fz="sm" c="dimmed">
              Already reverted: nothing of this change is left.
            </Text>
          )}
          <CopyButton value={window.location.href} label="Copy link" />
          <CopyButton value={JSON.stringify(event, null, 2)} label="Copy as JSON" />
        </Group>
      </Stack>
    </Drawer>
  )
}
