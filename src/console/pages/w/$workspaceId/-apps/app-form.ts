import type { FieldPath } from 'react-hook-form'
import { z } from 'zod'
import {
  appCreateSchema,
  appUpdateSchema,
  type AppCreate,
  type AppDetails,
} from '../../../../../contract/apps'
import { editOf, type Edit } from '../../../../forms/edits'

/** An app as it is typed: what is left empty is not sent. */
export type AppForm = { [Field in keyof AppCreate]-?: NonNullable<AppCreate[Field]> }

/** A form as it was typed, right or wrong. */
export const typedAppSchema: z.ZodType<AppForm> = z.object({
  name: z.string(),
  key: z.string(),
  appUri: z.string(),
  logoUri: z.string(),
  categories: z.array(z.string()),
})

export const emptyApp: AppForm = { name: '', key: '', appUri: '', logoUri: '', categories: [] }

/** The request that a form stands for. */
export function requestOf({ name, categories, ...texts }: AppForm): AppCreate {
  const typed = Object.entries(texts)
    .map(([field, text]) => [field, text.trim()])
    .filter(([, text]) => text !== '')
  return { name, ...Object.fromEntries(typed), ...(categories.length === 0 ? {} : { categories }) }
}

/** A form is looked at as the server will: by the contract’s schema, on the very request. */
export const appFormSchema = z.custom<AppForm>().transform(requestOf).pipe(appCreateSchema)

const editable = appUpdateSchema.keyof().options

/** An app as a form shows it, with edits made in it. */
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
    ...Object.fromEntries(edits.map(({ path, after }) => [path, after])),
  }
}

/** What a form makes other of an app. */
export function editsOf(app: AppDetails, form: AppForm): Edit[] {
  const typed = (value: string | string[]) => (typeof value === 'string' ? value.trim() : value)
  return editable.flatMap((field) => editOf(field, app[field], typed(form[field])))
}

/** What an app holds at the path of an edit. */
export function valueAt(app: AppDetails, path: string): unknown {
  return new Map<string, unknown>(Object.entries(app)).get(path)
}

/** The request that makes these edits: what was not changed is not sent. */
export function updateOf(edits: readonly Edit[]): Record<string, unknown> {
  return Object.fromEntries(edits.map(({ path, after }) => [path, after]))
}

/** The same look at a form that edits an app. */
export const appEditSchema = (app: AppDetails) =>
  z
    .custom<AppForm>()
    .transform((form) => updateOf(editsOf(app, form)))
    .pipe(appUpdateSchema)

const fields = appCreateSchema.keyof()

/** The field that an error of the server belongs to, by its path in the request. */
export function fieldAt([root, name]: readonly (string | number)[]):
  | FieldPath<AppForm>
  | undefined {
  return root === 'body' ? fields.safeParse(name).data : undefined
}
