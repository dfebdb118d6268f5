import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toApiError } from '@/console/api/api-error'
import {
  specificationQuery,
  useUpdateConnector,
  type SpecificationResponse,
} from '@/console/api/connectors'
import { findRecentEditor } from '@/console/api/watching'
import type { Edit } from '@/console/edits/edits'
import type { KeptEdits } from '@/console/edits/kept-edits'
import type { RecordStore, SaveEvents } from '@/console/forms/edited-record'
import { showUndoToast } from '@/console/forms/undo-toast'
import { useReviewOn } from '@/console/forms/use-review-on'
import { useSave } from '@/console/forms/use-save'
import { showFailure } from '@/console/layout/show-error'
import { connectorEdits, connectorValueAt, editedDraft, updateOf } from './connector-edits'
import { editsKey } from './draft'

interface SaveConnectorOptions extends SaveEvents<SpecificationResponse['response']> {
  /** The working copy that the edits are made to. */
  base: SpecificationResponse
  /** The working copy as last read. */
  latest: SpecificationResponse
  edits: readonly Edit[]
  kept: KeptEdits | undefined
  /** Why the user makes them, if they say so. */
  reason: string | undefined
}

/**
 * Saves the edits of a connector's working copy, merged with what someone else saves, and offers to
 * undo that.
 */
export function useSaveConnector(
  workspaceId: string,
  { base, latest, edits, kept, reason, onSaved, ...events }: SaveConnectorOptions,
) {
  const { id, key } = base.response
  const client = useQueryClient()
  const update = useUpdateConnector(workspaceId, key)
  const reviewOn = useReviewOn(editsKey(workspaceId, key))
  /** What the last request replaced. */
  const replaced = useRef(base)

  /** Undoes a save at once, or in the form if someone else has saved since. */
  async function undo(before: SpecificationResponse, saved: SpecificationResponse) {
    const { name } = saved.response
    const original = editedDraft(before.response)
    try {
      const body = updateOf(original)
      await update.mutateAsync({ body, ifMatch: saved.etag })
      notifications.show({ message: `Undone: changes to ${name}`, autoClose: 3000 })
    } catch (error) {
      if (toApiError(error).isStale) {
        const page = `/w/${workspaceId}/connectors/${encodeURIComponent(key)}/edit`
        return reviewOn(page, connectorEdits(editedDraft(saved.response), original))
      }
      showFailure(`Couldn’t undo the changes to ${name}`, error)
    }
  }

  const store: RecordStore<SpecificationResponse['response']> = {
    valueAt: connectorValueAt,
    send: (record, toSend) => {
      replaced.current = record
      const body = updateOf(editedDraft(record.response, toSend))
      return update.mutateAsync({ body, ifMatch: record.etag, reason })
    },
    read: () => client.fetchQuery({ ...specificationQuery(workspaceId, key, 'dev'), staleTime: 0 }),
  }
  const saving = useSave({ base, latest, edits, kept }, store, {
    ...events,
    onSaved: (saved, later, sent) => {
      const before = replaced.current
      onSaved(saved, later, sent)
      showUndoToast({
        message: `Changes to ${saved.response.name} saved`,
        onUndo: sent.length === 0 ? undefined : () => void undo(before, saved),
      })
    },
  })
  return {
    ...saving,
    /** Who has just changed the connector, if known. */
    changedBy: findRecentEditor(id),
  }
}
