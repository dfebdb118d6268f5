import { Alert, Button, Checkbox, Group, List, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { Workspace, WorkspaceUpdate } from '../../contract/workspaces'
import type { ApiFault } from '../api/fault'
import { FaultAlert } from '../layout/fault-alert'
import { DiffTable } from './diff-table'
import type { Edit } from './edits'
import { RequestTabs } from './request-tabs'

interface ReviewModalProps {
  opened: boolean
  workspace: Workspace
  etag: string | undefined
  edits: readonly Edit[]
  body: WorkspaceUpdate
  pending: boolean
  fault: ApiFault | undefined
  /** What the person must have read before saving. */
  cautions: readonly string[]
  /** What else the person has to do before saving, and whether it still stands in the way. */
  guard?: { content: ReactNode; blocks: boolean } | undefined
  onSave: () => void
  onClose: () => void
}

/** What will change, in words, and the very request that will be sent. */
export function ReviewModal({
  opened,
  workspace,
  etag,
  edits,
  body,
  pending,
  fault,
  cautions,
  guard,
  onSave,
  onClose,
}: ReviewModalProps) {
  const [isMeant, setIsMeant] = useState(false)
  const count = `${edits.length} ${edits.length === 1 ? 'change' : 'changes'}`
  return (
    <Modal opened={opened} onClose={onClose} title={`Review ${count}`} size="xl">
      <Stack gap="sm">
        {workspace.type === 'production' && (
          <Alert color="danger" icon={<IconAlertTriangle size={18} />} p="xs">
            <b>{workspace.name}</b> is a production workspace: this takes effect at once for its
            customers.
          </Alert>
        )}
        {cautions.length > 0 && (
          <Alert color="caution" title="This cuts deep" p="xs">
            <List size="sm">
              {cautions.map((caution) => (
                <List.Item key={caution}>{caution}</List.Item>
              ))}
            </List>
            <Checkbox
              mt="xs"
              label="I mean this"
              checked={isMeant}
              onChange={(event) => setIsMeant(event.currentTarget.checked)}
            />
          </Alert>
        )}
        {guard?.content}
        <RequestTabs
          method="PATCH"
          path={`/org-workspaces/${encodeURIComponent(workspace.id)}`}
          body={body}
          ifMatch={etag}
          changes={<DiffTable edits={edits} />}
        />
        {fault !== undefined && <FaultAlert fault={fault} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back to editing
          </Button>
          <Button
            onClick={onSave}
            loading={pending}
            disabled={(cautions.length > 0 && !isMeant) || guard?.blocks === true}
            data-autofocus
          >
            Save {count}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
