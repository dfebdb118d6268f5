import { useState } from 'react'
import {
  get,
  set,
  useForm,
  useFormContext,
  useFormState,
  type FieldErrors,
  type FieldPath,
  type Resolver,
} from 'react-hook-form'
import type { ConnectorCreate } from '../../../../../contract/connectors'
import { draftFor, storedDraft, type Draft } from './draft'
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
 * The form of a new connector, with the draft that is kept in the tab. It does not watch the
 * fields: a part of the page subscribes to those that it shows.
 * @param requested the draft that the URL asks for
 */
export function useConnectorForm(workspaceId: string, requested: Draft) {
  const [initial] = useState(() => draftFor(storedDraft(workspaceId), requested))
  const form = useForm<Draft, unknown, ConnectorCreate>({
    resolver,
    defaultValues: initial,
    // `DraftKeeper` validates what changes.
    reValidateMode: 'onSubmit',
    // `NewConnectorPage` shows the first issue, also that of a code editor.
    shouldFocusError: false,
  })
  return { form, initial }
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

/** How the values of several fields are replaced. */
export const keepingErrors = { keepErrors: true, keepIsSubmitted: true }

/** Returns the form that a part of the page belongs to. */
export const useDraftForm = () => useFormContext<Draft, unknown, ConnectorCreate>()

/** Returns all errors of the form. */
export function useFormIssues(): FormIssue[] {
  const { control } = useDraftForm()
  return issuesIn(useFormState({ control }).errors)
}

/** Returns the message of a field's error. */
export function useFieldError(name: FieldPath<Draft>): string | undefined {
  const { control } = useDraftForm()
  const message: unknown = get(useFormState({ control, name }).errors, `${name}.message`)
  return typeof message === 'string' ? message : undefined
}
