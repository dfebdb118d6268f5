import type { FieldPath } from 'react-hook-form'
import { z } from 'zod'
import { appCreateSchema, type AppCreate } from '../../../../../contract/apps'

/** An app as it is typed: what is left empty is not sent. */
export type AppForm = { [Field in keyof AppCreate]-?: NonNullable<AppCreate[Field]> }

export const emptyApp: AppForm = { name: '', key: '', appUri: '', logoUri: '', categories: [] }

/** The request that a form stands for. */
export function requestOf({ name, categories, ...texts }: AppForm): AppCreate {
  const typed = Object.entries(texts).map(([field, text]) => [field, text.trim()]).filter(([, text]) => text !== '')
  return { name, ...Object.fromEntries(typed), ...(categories.length === 0 ? {} : { categories }) }
}

/** A form is looked at as the server will: by the contract’s schema, on the very request. */
export const appFormSchema = z.custom<AppForm>().transform(requestOf).pipe(appCreateSchema)

const fields = appCreateSchema.keyof()

/** The field that a fault of the server belongs to, by its path in the request. */
export function fieldAt([root, name]: readonly (string | number)[]): FieldPath<AppForm> | undefined {
  return root === 'body' ? fields.safeParse(name).data : undefined
}
