import { useEffect, useState } from 'react'
import {
  get,
  set,
  useForm,
  useFormContext,
  type FieldErrors,
  type FieldPath,
  type Resolver,
} from 'react-hook-form'
import type { ConnectorCreate } from '../../../../../contract/connectors'
import { keepDraft } from '../../../../session/kept-drafts'
import { useKeepDraft } from '../../../../forms/kept-edits'
import { draftFor, emptyDraft, isSame, storageKey, storedDraft, type Draft } from './draft'
import { requestOf } from './request-of-draft'

/** Validates a draft by the request that it makes, with the schema of the contract. */
const resolver: Resolver<Draft, unknown, ConnectorCreate> = (draft) => {
  const request = requestOf(draft)
  if ('body' in request) return { values: request.body, errors: {} }
  const errors: FieldErrors<Draft> = {}
  for (const { field, message } of request.issues)
    if (get(errors, field) === undefined) set(errors, field, { type: 'custom', message })
  return { values: {}, errors }
}

/**
 * The form of a new connector. After the first attempt to review it, every change validates the
 * whole form, since its fields depend on each other. The draft is kept in the tab.
 * @param requested the draft that the URL asks for
 */
export function useConnectorForm(workspaceId: string, requested: Draft) {
  const [initial] = useState(() => draftFor(storedDraft(workspaceId), requested))
  const form = useForm<Draft, unknown, ConnectorCreate>({
    resolver,
    defaultValues: initial,
    reValidateMode: 'onSubmit',
    // `NewConnectorPage` shows the first issue, also that of a code editor.
    shouldFocusError: false,
  })
  const {
    formState: { isSubmitted },
    trigger,
  } = form
  const draft = form.watch()
  const [isCreated, setCreated] = useState(false)
  const isUntouched = isSame(draft, emptyDraft) || isSame(draft, requested)
  useKeepDraft(storageKey(workspaceId), isUntouched || isCreated ? undefined : draft)

  const text = JSON.stringify(draft)
  useEffect(() => {
    if (isSubmitted) void trigger()
  }, [text, isSubmitted, trigger])

  return {
    form,
    draft,
    issues: issuesIn(form.formState.errors),
    /** Whether the draft would be lost by leaving the page. */
    isDirty: !isUntouched && !isCreated,
    /** Replaces the values of several fields. */
    put: (next: Draft) => form.reset(next, { keepErrors: true, keepIsSubmitted: true }),
    /** Replaces the whole draft, as if nothing had been validated. */
    replace: (next: Draft) => form.reset(next),
    finish: () => {
      keepDraft(storageKey(workspaceId), undefined)
      setCreated(true)
    },
  }
}

/** An error of the form. */
export interface FormIssue {
  /** The path of the field: `auth.inputSchema`. */
  field: string
  message: string
}

function issuesIn(errors: unknown, path: readonly string[] = []): FormIssue[] {
  if (typeof errors !== 'object' || errors === null) return []
  if ('message' in errors && typeof errors.message === 'string')
    return [{ field: path.join('.'), message: errors.message }]
  return Object.entries(errors).flatMap(([name, below]) => issuesIn(below, [...path, name]))
}

/** Returns the form that a part of the page belongs to, with the message of a field's error. */
export function useDraftForm() {
  const { control, setValue, formState } = useFormContext<Draft>()
  return {
    control,
    setValue,
    errorAt: (field: FieldPath<Draft>): string | undefined => {
      const message: unknown = get(formState.errors, `${field}.message`)
      return typeof message === 'string' ? message : undefined
    },
  }
}
