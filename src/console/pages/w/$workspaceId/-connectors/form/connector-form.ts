import { useEffect, useRef } from 'react'
import {
  get,
  set,
  useForm,
  useFormContext,
  useFormState,
  useWatch,
  type FieldErrors,
  type FieldPath,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type { ApiError } from '@/console/api/api-error'
import type { ConnectorCreate } from '@/contract/connectors'
import type { Draft } from './draft'
import { issueAt, requestOf, type DraftIssue } from './request-of-draft'

export type ConnectorForm = UseFormReturn<Draft, unknown, ConnectorCreate>

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
 * The form of a connector. It does not watch the fields: a part of the page subscribes to those
 * that it shows.
 */
export function useConnectorForm(initial: Draft) {
  return useForm<Draft, unknown, ConnectorCreate>({
    resolver,
    defaultValues: initial,
    // `useValidateChanges` does.
    reValidateMode: 'onSubmit',
    // The page shows the first issue, also that of a code editor.
    shouldFocusError: false,
  })
}

/**
 * After the first attempt to review the form, validates the whole of it with every change, since
 * its fields depend on each other.
 * @param fromStart whether to validate it before that attempt too
 * @returns the values of the form; whoever calls this renders with every change
 */
export function useValidateChanges(fromStart = false): Draft {
  const { control, getValues, trigger } = useDraftForm()
  const { isSubmitted } = useFormState({ control })
  useWatch({ control })
  const draft = getValues()
  const text = JSON.stringify(draft)
  const validated = useRef('')
  useEffect(() => {
    if (!(isSubmitted || fromStart) || validated.current === text) return
    validated.current = text
    void trigger()
  }, [text, isSubmitted, fromStart, trigger])
  return draft
}

/**
 * Validates a form before its review, and shows its first issue.
 * @returns the request that the form makes; undefined if it has an issue
 */
export async function validatedRequest(
  form: ConnectorForm,
  onIssue: (issue: FormIssue) => void,
): Promise<ConnectorCreate | undefined> {
  // Marks all issues, and from now on validates every change.
  await form.handleSubmit(() => {})()
  const request = requestOf(form.getValues())
  if ('body' in request) return request.body
  const [first] = request.issues
  if (first !== undefined) onIssue(first)
  return undefined
}

/** Shows the issues of a refused request at their fields. */
export function showRefusal(form: ConnectorForm, { facts, message }: ApiError): void {
  const draft = form.getValues()
  const issues: DraftIssue[] =
    facts.key === 'already_exists'
      ? [{ field: 'key', message }]
      : (facts.issues ?? []).map(({ path, message }) => issueAt(draft, path.slice(1), message))
  for (const { field, message } of issues) form.setError(field, { type: 'server', message })
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
