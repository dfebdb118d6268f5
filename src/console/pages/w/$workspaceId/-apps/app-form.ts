import type { UseFormSetError } from 'react-hook-form'
import { z } from 'zod'
import type { ApiError } from '@/console/api/api-error'
import { editOf, type Edit } from '@/console/edits/edits'
import type { MemberPath } from '@/console/edits/member-path'
import { appCreateSchema, appUpdateSchema, type AppCreate, type AppDetails } from '@/contract/apps'

/** The values of the app form. Empty fields are not sent. */
export type AppForm = { [Field in keyof AppCreate]-?: NonNullable<AppCreate[Field]> }

/** The form values as typed, valid or not. */
const typedAppSchema: z.ZodType<AppForm> = z.object({
  name: z.string(),
  key: z.string(),
  appUri: z.string(),
  logoUri: z.string(),
  categories: z.array(z.string()),
})

/** A new app that is not created yet, with why it will be. */
export const newAppSchema = z.object({ app: typedAppSchema, reason: z.string() })

export const emptyApp: AppForm = { name: '', key: '', appUri: '', logoUri: '', categories: [] }

/** Converts the form values to a request. */
export function requestOf({ name, categories, ...texts }: AppForm): AppCreate {
  const typed = Object.entries(texts)
    .map(([field, text]) => [field, text.trim()])
    .filter(([, text]) => text !== '')
  return { name, ...Object.fromEntries(typed), ...(categories.length === 0 ? {} : { categories }) }
}

/** Validates the form like the server: checks its request with the schema of the contract. */
export const appFormSchema = z.custom<AppForm>().transform(requestOf).pipe(appCreateSchema)

const editable = appUpdateSchema.keyof().options

/** Returns the form values of an app, with edits applied. */
export function formOf(
  { name, key, appUri = '', logoUri = '', categories }: AppDetails,
  edits: readonly Edit[] = [],
): AppForm {
  return {
    name,
    key,
    appUri,
    logoUri,
    categories,
    ...updateOf(edits),
  }
}

/** Returns the edits that a form makes to an app. */
export function editsOf(app: AppDetails, form: AppForm): Edit[] {
  const original = formOf(app)
  const typed = (value: string | string[]) => (typeof value === 'string' ? value.trim() : value)
  return editable
    .filter((field) => form[field] !== original[field])
    .flatMap((field) => editOf(field, app[field], typed(form[field])))
}

/** Returns the value of an app at the path of an edit. */
export function valueAt(app: AppDetails, path: MemberPath): unknown {
  const fields: Readonly<Record<string, unknown>> = app
  return fields[path]
}

/** Returns the request for edits. Unchanged fields are not sent. */
export function updateOf(edits: readonly Edit[]): Record<string, unknown> {
  return Object.fromEntries(edits.map(({ path, after }) => [path, after]))
}

/** Validates a form that edits an app by the request for its edits. */
export const appEditSchema = (app: AppDetails) =>
  z
    .custom<AppForm>()
    .transform((form) => updateOf(editsOf(app, form)))
    .pipe(appUpdateSchema)

const fields = appCreateSchema.keyof()

/** Shows the issues of a refused request at their fields, by their paths in its body. */
export function showIssues({ facts }: ApiError, setError: UseFormSetError<AppForm>): void {
  const found = (facts.issues ?? []).flatMap(({ path: [root, name], message }) => {
    const field = root === 'body' ? fields.safeParse(name).data : undefined
    return field === undefined ? [] : [{ field, message }]
  })
  for (const [index, { field, message }] of found.entries())
    setError(field, { message }, { shouldFocus: index === 0 })
}
