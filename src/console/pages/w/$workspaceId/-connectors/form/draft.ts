import { z } from 'zod'
import { draftKey, keptDraft } from '@/console/session/kept-drafts'
import { authTypeNames, type AuthType } from '@/contract/auth-types'
import {
  connectorFunctionNames,
  functionFacts,
  functionKinds,
  usesFunction,
  type ConnectorFunctionName,
  type FunctionKind,
} from '@/contract/connectors'
import { freeObject } from '@/contract/field'

/** A function being edited. Values of other kinds are kept, so that switching loses nothing. */
const functionDraftSchema = z.object({
  /** Undefined for a stored function without a type. */
  kind: z.enum(functionKinds).optional(),
  description: z.string(),
  code: z.string(),
  /** JSON. */
  mapping: z.string(),
  /** Members without a form field, unchanged. */
  others: freeObject,
})
export type FunctionDraft = z.infer<typeof functionDraftSchema>

/**
 * An authentication option. Schemas are text, since they may be invalid while being edited. Values
 * of other types are kept.
 */
const authDraftSchema = z.object({
  type: z.enum(authTypeNames).optional(),
  proxyKey: z.string(),
  oauthClientKey: z.string(),
  inputSchema: z.string(),
  customCredentialsSchema: z.string(),
  functions: z.partialRecord(z.enum(connectorFunctionNames), functionDraftSchema),
  /** JSON of the members that have no field. */
  others: z.string(),
})
export type AuthDraft = z.infer<typeof authDraftSchema>

export const draftSchema = z.object({
  appId: z.string().optional(),
  appName: z.string().optional(),
  name: z.string(),
  key: z.string(),
  categories: z.array(z.string()),
  /** Whether there are several authentication options. Values of the other mode are kept. */
  usesOptions: z.boolean(),
  auth: authDraftSchema,
  options: z.array(z.object({ key: z.string(), title: z.string(), auth: authDraftSchema })),
  /** JSON. */
  parameters: z.string(),
  /** JSON of the members that have no field. */
  others: z.string(),
})
export type Draft = z.infer<typeof draftSchema>

export const emptyAuth: AuthDraft = {
  proxyKey: '',
  oauthClientKey: '',
  inputSchema: '',
  customCredentialsSchema: '',
  functions: {},
  others: '',
}
export const emptyDraft: Draft = {
  name: '',
  key: '',
  categories: [],
  usesOptions: false,
  auth: emptyAuth,
  options: [],
  parameters: '',
  others: '',
}

const stubs: Record<FunctionKind, unknown> = {
  javascript: {},
  mapping: {},
  'operation-mapping': { operationKey: '' },
  'rest-api-mapping': { path: '/', method: 'GET' },
  'graphql-api-mapping': { path: '/', operationType: 'query', requestMapping: [] },
}
const codeStub = 'export default async function ({ credentials, parameters }) {\n  return {}\n}\n'

/** Returns the initial text of a mapping of this kind. */
export function mappingStub(kind: FunctionKind): string {
  return JSON.stringify(stubs[kind], null, 2)
}

/** Changes the kind of a function. An unchanged stub is replaced; what was written is kept. */
export function withKind(draft: FunctionDraft, kind: FunctionKind): FunctionDraft {
  const isStub = functionKinds.some((known) => mappingStub(known) === draft.mapping)
  return { ...draft, kind, mapping: isStub ? mappingStub(kind) : draft.mapping }
}

/** Returns the initial draft of a function. */
export function newFunction(name: ConnectorFunctionName): FunctionDraft & { kind: FunctionKind } {
  const { kinds } = functionFacts(name)
  const kind =
    kinds.find((candidate) => candidate === 'rest-api-mapping' || candidate === 'mapping') ??
    'javascript'
  return { kind, description: '', code: codeStub, mapping: mappingStub(kind), others: {} }
}

/** Changes the type of an authentication option, and adds stubs of the functions it needs. */
export function withType(auth: AuthDraft, type: AuthType): AuthDraft {
  const expected = connectorFunctionNames.filter(
    (name) => usesFunction(type, name) && functionFacts(name).expected === true,
  )
  return {
    ...auth,
    type,
    functions: {
      ...Object.fromEntries(expected.map((name) => [name, newFunction(name)])),
      ...auth.functions,
    },
  }
}

/** Returns the storage key of the draft. */
export const storageKey = (workspaceId: string) => draftKey(workspaceId, 'connectors/new')

/** Returns the storage key of the unsaved edits of a connector. */
export const editsKey = (workspaceId: string, connector: string) =>
  draftKey(workspaceId, `connectors/${connector}/edit`)

/** Reads the draft of this tab. It ends with the tab, since it may contain secrets. */
export function storedDraft(workspaceId: string): Draft {
  return keptDraft(storageKey(workspaceId), draftSchema) ?? emptyDraft
}

/** Whether two drafts are equal. */
export function isSame(draft: Draft, other: Draft): boolean {
  return JSON.stringify(draft) === JSON.stringify(other)
}

/** Whether a draft has nothing that the user would lose. */
export function isUntouched(draft: Draft, requested: Draft): boolean {
  return isSame(draft, emptyDraft) || isSame(draft, requested)
}

/** Returns the draft that begins with an app, by its id and name; an empty one without an app. */
export function draftForApp(app: string | undefined, name: string | undefined): Draft {
  return app === undefined
    ? emptyDraft
    : { ...emptyDraft, appId: app, appName: name ?? app, name: name ?? '' }
}

/** Returns the draft to continue with: the requested one, unless another was started before. */
export function draftFor(stored: Draft, requested: Draft): Draft {
  return isSame(stored, emptyDraft) ? requested : stored
}

/** Switches between one and several options. The first of several starts as a copy of the one. */
export function withOptions(draft: Draft, usesOptions: boolean): Draft {
  return {
    ...draft,
    usesOptions,
    options:
      draft.options.length === 0 ? [{ key: '', title: '', auth: draft.auth }] : draft.options,
  }
}

interface ChosenApp {
  id: string
  key: string
  name: string
  categories?: readonly string[] | undefined
}

/** Fills the empty fields of a draft from an app. */
export function withApp(draft: Draft, app: ChosenApp | undefined): Draft {
  if (app === undefined) return { ...draft, appId: undefined, appName: undefined }
  return {
    ...draft,
    appId: app.id,
    appName: app.name,
    name: draft.name === '' ? app.name : draft.name,
    key: draft.key === '' ? app.key : draft.key,
    categories: draft.categories.length === 0 ? [...(app.categories ?? [])] : draft.categories,
  }
}
