import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toApiError } from '@/console/api/api-error'
import { useCreateApp } from '@/console/api/apps'
import { useKeepDraft } from '@/console/edits/kept-edits'
import { useChangeReason } from '@/console/forms/change-reason'
import { useIsShown } from '@/console/forms/use-is-shown'
import { showFailure } from '@/console/layout/show-error'
import { keptDraft } from '@/console/session/kept-drafts'
import type { AppCreate, AppDetails } from '@/contract/apps'
import { keyFromName } from '@/contract/folded-text'
import { appFormSchema, emptyApp, newAppSchema, showIssues, type AppForm } from './app-form'

/**
 * The form for a new app, which survives a reload, and its request. Errors of the API are shown at
 * their fields.
 */
export function useCreateForm(
  workspaceId: string,
  draftKey: string,
  onCreated: (app: AppDetails) => void,
) {
  const create = useCreateApp(workspaceId)
  const form = useForm<AppForm, unknown, AppCreate>({
    resolver: zodResolver(appFormSchema),
    mode: 'onTouched',
    defaultValues: emptyApp,
  })
  const {
    formState: { dirtyFields, isDirty, isSubmitted },
    reset,
    setError,
    setValue,
  } = form
  const typed = form.watch()
  const [kept] = useState(() => keptDraft(draftKey, newAppSchema))
  const reason = useChangeReason(kept?.reason)
  const isShown = useIsShown()
  useEffect(() => {
    if (kept !== undefined) reset(kept.app, { keepDefaultValues: true })
  }, [kept, reset])
  useKeepDraft(draftKey, isDirty ? { app: typed, reason: reason.typed } : undefined)

  function startOver() {
    reset(emptyApp)
    reason.clear()
    create.reset()
  }

  async function save(body: AppCreate) {
    try {
      const app = await create.mutateAsync({ body, reason: reason.given })
      startOver()
      onCreated(app)
    } catch (thrown) {
      const error = toApiError(thrown)
      if (error.facts.key === 'already_exists')
        setError('key', { message: error.message }, { shouldFocus: true })
      showIssues(error, setError)
      if (!isShown.current) showFailure(`Couldn’t create ${body.name}`, error)
    }
  }

  return {
    form,
    typed,
    reason,
    isDirty,
    isPending: create.isPending,
    error: create.error,
    submit: form.handleSubmit(save),
    startOver,
    /** Makes the key from the name until the user enters one. */
    followName(name: string) {
      if (dirtyFields.key !== true)
        setValue('key', keyFromName(name), { shouldValidate: isSubmitted })
    },
  }
}
