import { zodResolver } from '@hookform/resolvers/zod'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toApiError } from '@/console/api/api-error'
import { appQuery, useUpdateApp, type AppResponse } from '@/console/api/apps'
import type { Edit } from '@/console/edits/edits'
import { keptEdits, useKeepDraft } from '@/console/edits/kept-edits'
import { useChangeReason } from '@/console/forms/change-reason'
import type { RecordStore } from '@/console/forms/edited-record'
import { useSave } from '@/console/forms/use-save'
import type { AppUpdate } from '@/contract/apps'
import {
  appEditSchema,
  editsOf,
  formOf,
  showIssues,
  updateOf,
  valueAt,
  type AppForm,
} from './app-form'

interface EditFormOptions {
  /** The app when the editing began. */
  begun: AppResponse
  /** The storage key of unsaved edits. */
  draftKey: string
  /** Whether unsaved edits are kept. */
  isKept: boolean
  /** Called when every edit is saved. */
  onSaved: () => void
}

/**
 * The form that edits an app, whose edits survive a reload, and its request. Concurrent changes are
 * merged; errors of the API are shown at their fields.
 */
export function useEditForm(
  workspaceId: string,
  { begun, draftKey, isKept, onSaved }: EditFormOptions,
) {
  const client = useQueryClient()
  const update = useUpdateApp(workspaceId)
  const [base, setBase] = useState(begun)
  const [kept] = useState(() => keptEdits(draftKey, (path) => valueAt(begun.response, path)))
  const form = useForm<AppForm, unknown, AppUpdate>({
    resolver: zodResolver(appEditSchema(base.response)),
    mode: 'onTouched',
    defaultValues: formOf(begun.response, kept?.edits),
  })
  const reason = useChangeReason(kept?.reason)
  const edits = editsOf(base.response, form.watch())
  const { id } = base.response
  useKeepDraft(draftKey, isKept && edits.length > 0 ? { edits, reason: reason.typed } : undefined)

  function rebase(record: AppResponse, left: readonly Edit[]) {
    setBase(record)
    form.reset(formOf(record.response, left))
  }

  const store: RecordStore<AppResponse['response']> = {
    valueAt,
    send: (record, toSend) =>
      update.mutateAsync({
        id,
        body: updateOf(toSend),
        ifMatch: record.etag,
        reason: reason.given,
      }),
    read: () => client.fetchQuery({ ...appQuery(workspaceId, id), staleTime: 0 }),
  }
  const saving = useSave({ base, edits, kept }, store, {
    onRebase: rebase,
    onSaved: (saved, later) => {
      notifications.show({ message: `${saved.response.name} saved`, autoClose: 3000 })
      if (later.length === 0) onSaved()
      else rebase(saved, later)
    },
    onError: (error) => {
      showIssues(error, form.setError)
      // Someone else may have archived it, which the details then show.
      if ([404, 409].includes(toApiError(error).status))
        void client.invalidateQueries({ queryKey: appQuery(workspaceId, id).queryKey })
    },
  })
  return { ...saving, base, form, edits, reason, submit: form.handleSubmit(saving.save) }
}
