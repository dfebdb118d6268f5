import { get, set } from 'react-hook-form'
import { ApiError } from '@/console/api/api-error'
import { editOf, type Edit } from '@/console/edits/edits'
import { labelOf, specificationPath, type MemberPath } from '@/console/edits/member-path'
import {
  connectorFunctionNames,
  connectorUpdateSchema,
  functionFacts,
  type ConnectorSpecification,
  type ConnectorUpdate,
} from '@/contract/connectors'
import { draftSchema, emptyDraft, type Draft } from './draft'
import { draftOf } from './draft-of-specification'
import { membersOf, requestOf } from './request-of-draft'

/** The label of each field of the form that is edited, merged and kept as a whole. */
const fieldLabels = new Map<string, string>([
  ['appId', 'App'],
  ['usesOptions', 'Several ways'],
  ['auth.type', 'Authentication type'],
  ['auth.proxyKey', 'Proxy key'],
  ['auth.oauthClientKey', 'OAuth client key'],
  ['auth.inputSchema', 'Input schema'],
  ['auth.customCredentialsSchema', 'Custom credentials schema'],
  ...connectorFunctionNames.map(
    (name) => [`auth.functions.${name}`, functionFacts(name).label] as const,
  ),
  ['auth.others', 'Other members'],
  ['options', 'Options'],
  ['parameters', 'Parameters'],
  ['others', 'Other members'],
])
const fieldsByPath = new Map<MemberPath, string>([
  // Categories are merged one by one under this path.
  ['name', 'name'],
  ['categories', 'categories'],
  ...[...fieldLabels.keys()].map((field) => [specificationPath(field), field] as const),
])

/** Returns the label of a field of the form by its path. */
export function connectorLabelOf(path: string): string {
  const [, field] = [...fieldsByPath].find(([known]) => known === path) ?? []
  return fieldLabels.get(field ?? '') ?? labelOf(path)
}

/** Returns the form of a connector's working copy, with edits applied. */
export function editedDraft(
  { externalAppUuid: _uuid, appUuid: _deprecated, ...specification }: ConnectorSpecification,
  edits: readonly Edit[] = [],
): Draft {
  const draft = draftOf(specification)
  if (edits.length === 0) return draft
  const edited = structuredClone(draft)
  for (const { path, after } of edits) set(edited, fieldsByPath.get(path) ?? path, after)
  // JSON leaves out what the edits remove.
  return draftSchema.catch(draft).parse(JSON.parse(JSON.stringify(edited)))
}

/** Returns the value of a connector's working copy at the path of an edit, as the form has it. */
export function connectorValueAt(specification: ConnectorSpecification, path: MemberPath): unknown {
  return get(editedDraft(specification), fieldsByPath.get(path) ?? path)
}

/**
 * Returns the edits that a form makes.
 * @param original the form of the working copy
 */
export function connectorEdits(original: Draft, draft: Draft): Edit[] {
  return [...fieldsByPath].flatMap(([path, field]) =>
    editOf(path, get(original, field), get(draft, field)),
  )
}

/** Returns the request that replaces a working copy by a form. @throws ApiError if it is invalid */
export function updateOf(draft: Draft): ConnectorUpdate {
  const request = requestOf(draft)
  const [issue] = request.issues
  if (!('body' in request))
    throw new ApiError(400, issue?.message ?? 'The specification is invalid')
  const { key: _key, uuid: _uuid, ...update } = request.body
  return update
}

const memberNames = Object.keys(connectorUpdateSchema.shape)

/** Returns what a form sends, in the order of the API, to compare. It may be invalid. */
export function comparedMembers(draft: Draft): Readonly<Record<string, unknown>> {
  const { key: _key, uuid: _uuid, ...members } = membersOf(draft)
  const others = Object.keys(members).filter((name) => !memberNames.includes(name))
  return Object.fromEntries(
    [...memberNames, ...others].flatMap((name) =>
      members[name] === undefined ? [] : [[name, members[name]]],
    ),
  )
}

/**
 * Returns a value of the form as it is shown to choose between two: a function as its text,
 * authentication options as JSON.
 */
export function shownValue(value: unknown): unknown {
  const read = draftSchema.shape.auth.shape.functions.valueType.safeParse(value)
  if (read.success) {
    const { kind, description, code, mapping } = read.data
    return kind === undefined ? description : `${kind}\n${kind === 'javascript' ? code : mapping}`
  }
  const options = draftSchema.shape.options.safeParse(value).data ?? []
  if (options.length === 0) return value
  return membersOf({ ...emptyDraft, usesOptions: true, options })['options']
}
