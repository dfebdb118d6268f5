import { Alert, Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { ApiError } from '@/console/api/api-error'
import { DiffTable } from '@/console/edits/diff-table'
import type { Edit } from '@/console/edits/edits'
import { recordOperations } from '@/console/edits/record-operations'
import {
  groupByOperation,
  isAlertSettingEdit,
  isOperatorEdit,
  toRequest,
} from '@/console/edits/update-request'
import type { Caution } from '@/console/grids/limit-review'
import { ErrorAlert } from '@/console/layout/error-alert'
import { countOf } from '@/console/ui/format/format-count'
import { IconAlertTriangle } from '@/console/ui/icons.gen'
import { keepOpenWhile } from '@/console/ui/keep-open-while'
import type { WorkspaceWithState } from '@/contract/workspaces'
import { ReasonField, type ChangeReason } from './change-reason'
import { LockOutWarning } from './lock-out-warning'
import { RequestTabs, type ShownRequest } from './request-tabs'
import type { LockOutGuard } from './use-lock-out-guard'

interface ReviewModalProps {
  /** What someone else has changed since the review was opened. */
  news: ReactNode
  workspace: WorkspaceWithState
  etag: string | undefined
  edits: readonly Edit[]
  pending: boolean
  error: ApiError | undefined
  /** How many changes were saved before a later request failed. */
  savedCount: number
  /** Why the edits can’t be saved now. */
  saveBlocker: string | undefined
  /** The warnings to confirm before saving. */
  cautions: readonly Caution[]
  /** Returns a note that helps to judge an edit. */
  noteOf: ((edit: Edit) => string | undefined) | undefined
  lockOut: LockOutGuard
  reason: ChangeReason
  onSave: () => void
  /** Not called while the save is pending, since its result is shown here. */
  onClose: () => void
}

/** Says what is not saved because a later request failed. */
function notSavedText(savedCount: number, edits: readonly Edit[]): string {
  const left = [
    ...(edits.some(isAlertSettingEdit) ? ['threshold and recipients'] : []),
    ...(edits.some(isOperatorEdit) ? ['operator limits'] : []),
  ]
  return (
    `The other changes are saved (${savedCount}). Not saved (${edits.length}): ` +
    `${left.join(', ')}. They are kept here, try again.`
  )
}

/** Lists the requests that save the edits. */
function requestsOf(
  workspace: WorkspaceWithState,
  edits: readonly Edit[],
  etag: string | undefined,
  reason: string | undefined,
): ShownRequest[] {
  return groupByOperation(edits).map((part, index): ShownRequest => {
    // The first request changes the tag.
    const ifMatch = index === 0 ? etag : undefined
    const { operation, body } = toRequest(workspace, part)
    const { method, path: template } = recordOperations[operation]
    const path = template.replace('{id}', encodeURIComponent(workspace.id))
    return { method, path, body, ifMatch, reason }
  })
}

/** Reviews the changes before a save, and the requests that will be sent. */
export function ReviewModal({
  news,
  workspace,
  etag,
  edits,
  pending,
  error,
  savedCount,
  saveBlocker,
  cautions,
  noteOf,
  lockOut,
  reason,
  onSave,
  onClose,
}: ReviewModalProps) {
  // One that arrives later, such as when requests pass a new limit, needs a confirmation too.
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const isConfirmed = cautions.every(({ id }) => confirmed.includes(id))
  const count = countOf(edits.length, 'change')
  return (
    <Modal opened {...keepOpenWhile(pending, onClose)} title={`Review ${count}`} size="xl">
      <Stack gap="sm">
        {news}
        {workspace.type === 'production' && (
          <Alert color="danger" icon={<IconAlertTriangle size={18} />} p="xs">
            <b>{workspace.name}</b> is a production workspace: changes take effect immediately for
            its customers.
          </Alert>
        )}
        {saveBlocker !== undefined && (
          <Alert color="caution" p="xs">
            {saveBlocker}. Your changes are kept.
          </Alert>
        )}
        {cautions.length > 0 && (
          <Alert color="caution" title="Confirm before saving" p="xs">
            <List size="sm">
              {cautions.map(({ id, text }) => (
                <List.Item key={id}>{text}</List.Item>
              ))}
            </List>
            <Checkbox
              mt="xs"
              label="I understand, apply anyway"
              checked={isConfirmed}
              onChange={({ currentTarget: { checked } }) =>
                setConfirmed(checked ? cautions.map(({ id }) => id) : [])
              }
            />
          </Alert>
        )}
        <LockOutWarning workspaceKey={workspace.key} guard={lockOut} />
        <RequestTabs
          requests={requestsOf(workspace, edits, etag, reason.given)}
          changes={<DiffTable edits={edits} noteOf={noteOf} />}
        />
        <ReasonField reason={reason} disabled={pending} />
        {savedCount > 0 && error !== undefined && (
          <Text fz="sm" role="alert">
            {notSavedText(savedCount, edits)}
          </Text>
        )}
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={pending}>
            Back to editing
          </Button>
          <Button
            onClick={onSave}
            loading={pending}
            disabled={
              saveBlocker !== undefined ||
              !isConfirmed ||
              lockOut.blocks ||
              reason.error !== undefined
            }
            data-autofocus
          >
            Save {count}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
