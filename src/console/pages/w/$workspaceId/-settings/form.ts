import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldPath, Resolver } from 'react-hook-form'
import { z } from 'zod'
import { placeOf, syntaxErrorPlace } from '@/console/editor/json-syntax'
import { editAt, signInPaths, unsetFields, type Edit } from '@/console/edits/edits'
import { settingPath, type MemberPath } from '@/console/edits/member-path'
import { publicKeysSchema } from '@/console/edits/update-request'
import { clearableHttpUri } from '@/contract/field'
import { jsonSchemaObject } from '@/contract/json-schema'
import { findRoundedNumbers } from '@/contract/rounded-numbers'
import { canAnybodySignIn, lockOutMessage } from '@/contract/sign-in-ways'
import { settingNames, workspaceUpdateSchema, type Workspace } from '@/contract/workspaces'

/**
 * Returns why a text can't be read as JSON without loss, with line and column. Empty text means no
 * schema.
 */
function syntaxIssue(text: string): string | undefined {
  const place = syntaxErrorPlace(text)
  if (place !== undefined) return `Not JSON: error at ${place}`
  const [rounded] = findRoundedNumbers(text)
  return rounded && `${rounded.message} (${placeOf(text, rounded.offset)})`
}

const schemaText = z.string().superRefine((text, context) => {
  const syntax = syntaxIssue(text)
  if (syntax !== undefined) return context.addIssue({ code: 'custom', message: syntax })
  if (text.trim() === '') return
  const schema = jsonSchemaObject.safeParse(JSON.parse(text))
  for (const { path, message } of schema.error?.issues ?? [])
    context.addIssue({ code: 'custom', message: `${path.join('.') || 'The schema'}: ${message}` })
})

/** The fields that the form holds as the contract defines them. */
const editable = workspaceUpdateSchema
  .pick({
    name: true,
    logoUri: true,
    type: true,
    isReadOnly: true,
    webhookUri: true,
    enabledWebhookEvents: true,
  })
  .required()
  .extend({ publicKeys: publicKeysSchema })

const switches = z.record(z.enum(settingNames), z.boolean())

/** The schema of the form: the fields of the contract, some in a form-specific representation. */
const settingsFormSchema = editable
  .extend({
    settings: switches,
    jwksUri: clearableHttpUri,
    userFieldsSchema: schemaText,
  })
  .superRefine((form, context) => {
    const canSignIn = canAnybodySignIn({
      refusesSecret: form.settings.disableSecretKeyAuth,
      publicKeys: form.publicKeys.length,
      publishedKeys: form.jwksUri === '' ? 0 : undefined,
    })
    if (!canSignIn)
      context.addIssue({
        code: 'custom',
        path: ['settings', 'disableSecretKeyAuth'],
        message: lockOutMessage,
      })
  })

export type SettingsForm = z.input<typeof settingsFormSchema>

const formFields = settingsFormSchema.keyof()
const recordFields = formFields.exclude(['settings']).options

function schemaAsText(schema: unknown): string {
  return schema === undefined || schema === null ? '' : JSON.stringify(schema, null, 2)
}

/** Returns the form of a record. */
export function formOf(workspace: Workspace): SettingsForm {
  return {
    name: workspace.name,
    logoUri: workspace.logoUri ?? unsetFields.logoUri,
    type: workspace.type ?? unsetFields.type,
    isReadOnly: workspace.isReadOnly ?? unsetFields.isReadOnly,
    webhookUri: workspace.webhookUri ?? unsetFields.webhookUri,
    enabledWebhookEvents: workspace.enabledWebhookEvents ?? unsetFields.enabledWebhookEvents,
    publicKeys: workspace.publicKeys ?? unsetFields.publicKeys,
    settings: switches.parse(
      Object.fromEntries(settingNames.map((name) => [name, workspace.settings?.[name] ?? false])),
    ),
    jwksUri: workspace.jwksUri ?? '',
    userFieldsSchema: schemaAsText(workspace.userFieldsSchema),
  }
}

/** Parses the text of a schema. Invalid JSON is returned as text, so that it counts as changed. */
function schemaOf(text: string): unknown {
  if (text.trim() === '') return null
  return syntaxIssue(text) === undefined ? JSON.parse(text) : text
}

/**
 * Returns the edit of a field, or none if the member has that value. Reformatting the text of the
 * schema is no change.
 */
export function editOfField(base: Workspace, path: MemberPath, value: unknown): Edit[] {
  if (path === 'jwksUri' && value === '') return editAt(base, path, null)
  if (path === 'userFieldsSchema' && typeof value === 'string')
    return editAt(base, path, schemaOf(value))
  return editAt(base, path, value)
}

/** Returns the edits of a form. */
export function editsOf(base: Workspace, { settings, ...fields }: SettingsForm): Edit[] {
  return [
    ...recordFields.flatMap((name) => editOfField(base, name, fields[name])),
    ...settingNames.flatMap((name) => editOfField(base, settingPath(name), settings[name])),
  ]
}

/**
 * Returns the check of the form of a record. Fields without edits are not sent, so whatever the
 * engine has stored there is no error.
 */
export function settingsResolver(base: Workspace): Resolver<SettingsForm> {
  const check = zodResolver(settingsFormSchema)
  return async (form, context, options) => {
    const { errors } = await check(form, context, options)
    const edited = new Set(editsOf(base, form).map(({ path }) => path))
    const changesSignIn = signInPaths.some((path) => edited.has(path))
    for (const name of formFields.options)
      if (!(name === 'settings' ? changesSignIn : edited.has(name))) delete errors[name]
    return Object.keys(errors).length === 0 ? { values: form, errors: {} } : { values: {}, errors }
  }
}

/** The keys as typed, valid or not. */
const typedKeys = z.array(z.looseObject({ name: z.string(), publicKey: z.string() }))

/**
 * Returns the form of a newer record with these edits.
 * @param typedSchema the typed text of the schema, if it is among the edits
 */
export function formWith(
  workspace: Workspace,
  edits: readonly Edit[],
  typedSchema: string | undefined,
): SettingsForm {
  const form = formOf(workspace)
  const edited = new Map(edits.map(({ path, after }) => [path, after]))
  const at = <Value>(path: MemberPath, schema: z.ZodType<Value>, fallback: Value): Value =>
    edited.has(path) ? (schema.safeParse(edited.get(path)).data ?? fallback) : fallback
  return {
    ...form,
    name: at('name', z.string(), form.name),
    logoUri: at('logoUri', z.string(), form.logoUri),
    type: at('type', editable.shape.type, form.type),
    isReadOnly: at('isReadOnly', z.boolean(), form.isReadOnly),
    webhookUri: at('webhookUri', z.string(), form.webhookUri),
    enabledWebhookEvents: at(
      'enabledWebhookEvents',
      z.array(z.string()),
      form.enabledWebhookEvents,
    ),
    publicKeys: at('publicKeys', typedKeys, form.publicKeys),
    jwksUri: at('jwksUri', z.string().nullable(), form.jwksUri) ?? '',
    settings: switches.parse(
      Object.fromEntries(
        settingNames.map((name) => [name, at(settingPath(name), z.boolean(), form.settings[name])]),
      ),
    ),
    userFieldsSchema: edited.has('userFieldsSchema')
      ? (typedSchema ?? schemaAsText(edited.get('userFieldsSchema')))
      : form.userFieldsSchema,
  }
}

/** Returns the field that an error of the server belongs to, by its path in the request. */
export function formFieldAt([root, name, member]: readonly (string | number)[]):
  | FieldPath<SettingsForm>
  | undefined {
  if (root !== 'body') return undefined
  const setting = settingNames.find((known) => name === 'settings' && known === member)
  return setting === undefined ? formFields.safeParse(name).data : `settings.${setting}`
}
