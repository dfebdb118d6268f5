import { parse } from 'jsonc-parser'
import type { FieldPath } from 'react-hook-form'
import { syntaxErrorPlace } from '@/console/editor/json-syntax'
import {
  authFieldNames,
  connectorCreateSchema,
  connectorFunctionNames,
  isConnectorFunctionName,
  usesFunction,
  type ConnectorCreate,
} from '@/contract/connectors'
import { freeObject } from '@/contract/field'
import { toIssues } from '@/contract/issues'
import type { AuthDraft, Draft, FunctionDraft } from './draft'

/** A field of the form: `auth.functions.test`, `options.0.auth.inputSchema`. */
type Field = FieldPath<Draft>
type AuthField = FieldPath<AuthDraft>

/** The path of an authentication option in the form. */
export type AuthPath = 'auth' | `options.${number}.auth`

/** An issue at a field of the form. */
export interface DraftIssue {
  field: Field
  message: string
}

type RequestOrIssues = { body: ConnectorCreate; issues: [] } | { issues: DraftIssue[] }

type Members = Record<string, unknown>

/** Collects the issues of texts while they are read. */
class Reading {
  readonly issues: DraftIssue[] = []

  /** Parses a text as JSON; undefined if it is empty or invalid. */
  json(field: Field, text: string): unknown {
    if (text.trim() === '') return undefined
    const place = syntaxErrorPlace(text)
    if (place === undefined) return JSON.parse(text)
    this.issues.push({ field, message: `Invalid JSON at ${place}` })
    return undefined
  }

  /** Adds the members in a text to those of the fields. */
  withOthers(members: Members, field: Field, text: string): Members {
    const value = this.json(field, text)
    if (value === undefined) return members
    const others = freeObject.safeParse(value).data
    if (others === undefined) this.issues.push({ field, message: 'Has to be a JSON object' })
    for (const name of Object.keys(others ?? {}))
      if (Object.hasOwn(members, name))
        this.issues.push({ field, message: `'${name}' is set above: remove it here` })
    return { ...members, ...others }
  }
}

/** Leaves out members that are empty or not set. */
const given = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== ''),
  )

function functionOf(
  reading: Reading,
  field: Field,
  { kind, description, code, mapping, others }: FunctionDraft,
): Members {
  const members = { ...others, ...given({ type: kind, description }) }
  if (kind === undefined) return members
  return kind === 'javascript'
    ? { ...members, code }
    : { ...members, mapping: reading.json(field, mapping) }
}

/**
 * Returns the members to send for an authentication option: only those that its type uses.
 * @param title the title of one of several options
 */
function authOf(reading: Reading, path: AuthPath, auth: AuthDraft, title?: string): Members {
  const { type } = auth
  const functions = connectorFunctionNames.flatMap((name) => {
    const draft = auth.functions[name]
    return draft === undefined || !usesFunction(type, name)
      ? []
      : [[name, functionOf(reading, `${path}.functions.${name}`, draft)]]
  })
  const members = {
    ...given({
      title,
      type,
      proxyKey: type === 'proxy' ? auth.proxyKey : undefined,
      oauthClientKey: type === 'oauth-client' ? auth.oauthClientKey : undefined,
      inputSchema: reading.json(`${path}.inputSchema`, auth.inputSchema),
      customCredentialsSchema: reading.json(
        `${path}.customCredentialsSchema`,
        auth.customCredentialsSchema,
      ),
    }),
    ...Object.fromEntries(functions),
  }
  return reading.withOthers(members, `${path}.others`, auth.others)
}

const authFields = [
  'type',
  'proxyKey',
  'oauthClientKey',
  'inputSchema',
  'customCredentialsSchema',
] as const
const plainFields = ['name', 'key', 'categories', 'parameters'] as const

/** Whether a member is in the text of those without a field. */
const isAmongOthers = (others: string, name: string) =>
  Object.hasOwn(freeObject.catch({}).parse(parse(others)), name)

/** Returns the form field of a member of an authentication option. */
function authField(name: string, others: string): AuthField {
  if (isAmongOthers(others, name)) return 'others'
  if (isConnectorFunctionName(name)) return `functions.${name}`
  return authFields.find((known) => known === name) ?? 'others'
}

/** Returns the form field of a path in the request. */
function fieldAt(
  draft: Draft,
  [first = '', key, member = '']: readonly (string | number)[],
): Field {
  const name = String(first)
  if (isAmongOthers(draft.others, name)) return 'others'
  if (name === 'options') {
    const index = draft.options.findIndex((option) => option.key === key)
    const option = draft.options[index]
    if (option === undefined) return 'options'
    return member === ''
      ? `options.${index}.key`
      : `options.${index}.auth.${authField(String(member), option.auth.others)}`
  }
  if (authFieldNames.includes(name)) return `auth.${authField(name, draft.auth.others)}`
  if (name === 'externalAppId') return 'appId'
  return plainFields.find((known) => known === name) ?? 'others'
}

/** Creates an issue at its field, with the remaining path if there is one. */
export function issueAt(
  draft: Draft,
  path: readonly (string | number)[],
  message: string,
): DraftIssue {
  const field = fieldAt(draft, path)
  const inOption = field.startsWith('options.') ? 2 : 0
  const below = path.slice(field.endsWith('others') ? inOption : inOption + 1)
  // The message about an unknown member names it.
  const isNamed = below.length === 0 || message.includes(`'${below.at(-1)}'`)
  return { field, message: isNamed ? message : `${below.join('.')}: ${message}` }
}

function optionIssues({ usesOptions, options }: Draft): DraftIssue[] {
  if (!usesOptions) return []
  if (options.length === 0)
    return [
      { field: 'options', message: 'Add an option, or switch to a single way to authenticate' },
    ]
  return options.flatMap(({ key }, index) => {
    if (key.trim() === '')
      return [{ field: `options.${index}.key`, message: 'An option needs a key' }]
    return options.findIndex((other) => other.key === key) < index
      ? [{ field: `options.${index}.key`, message: 'Another option has this key' }]
      : []
  })
}

/** Reads the members that a draft sends, whether or not the API allows them. */
function readDraft(draft: Draft): { members: Members; issues: DraftIssue[] } {
  const reading = new Reading()
  reading.issues.push(...optionIssues(draft))
  const auth = draft.usesOptions
    ? {
        options: Object.fromEntries(
          draft.options.map(({ key, title, auth: optionAuth }, index) => [
            key,
            authOf(reading, `options.${index}.auth`, optionAuth, title),
          ]),
        ),
      }
    : authOf(reading, 'auth', draft.auth)
  const members = {
    ...given({ name: draft.name, key: draft.key.trim(), externalAppId: draft.appId }),
    ...(draft.categories.length === 0 ? {} : { categories: draft.categories }),
    ...auth,
    ...given({ parameters: reading.json('parameters', draft.parameters) }),
  }
  return { members: reading.withOthers(members, 'others', draft.others), issues: reading.issues }
}

/** Returns the members of a draft to show, which may be invalid. */
export function membersOf(draft: Draft): Members {
  return readDraft(draft).members
}

/** Converts a draft to a request, or returns all its issues. */
export function requestOf(draft: Draft): RequestOrIssues {
  const { members, issues } = readDraft(draft)
  const read = connectorCreateSchema.safeParse(members)
  if (read.success && issues.length === 0) return { body: read.data, issues: [] }
  const reported = new Set(issues.map(({ field }) => field))
  // A text that could not be read is missing from the body: issues that follow from that are noise.
  const following = read.success
    ? []
    : toIssues(read.error, [])
        .map(({ path, message }) => issueAt(draft, path, message))
        .filter(({ field }) => !reported.has(field))
  const named = following.map((error) =>
    error.field === 'name' && draft.name.trim() === ''
      ? { ...error, message: 'A connector needs a name' }
      : error,
  )
  return { issues: [...issues, ...named] }
}
