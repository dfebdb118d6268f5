import { z } from 'zod'
import { authTypeNames, type AuthType } from '../../../../../contract/auth-types'
import {
  connectorFunctionNames,
  functionFacts,
  functionKinds,
  usesFunction,
  type ConnectorFunctionName,
  type FunctionKind,
} from '../../../../../contract/connectors'
import { draftKey, keepDraft, keptDraft } from '../../../../session/kept-drafts'

/** A function as it is being written. What another kind of it would hold is kept, so that switching loses nothing. */
const functionDraftSchema = z.object({
  kind: z.enum(functionKinds),
  description: z.string(),
  code: z.string(),
  /** JSON. */
  mapping: z.string(),
  /** Members that have no field, as they came. */
  others: z.record(z.string(), z.unknown()),
})
export type FunctionDraft = z.infer<typeof functionDraftSchema>

/** One way to authenticate. Schemas are texts, so that they can be wrong for a while. What another type would use is kept. */
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

const draftSchema = z.object({
  appId: z.string().optional(),
  appName: z.string().optional(),
  name: z.string(),
  key: z.string(),
  categories: z.array(z.string()),
  /** Whether there are several ways to authenticate. What the other way of saying it holds is kept. */
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

/** What a mapping of this kind begins with. */
export function mappingStub(kind: FunctionKind): string {
  return JSON.stringify(stubs[kind], null, 2)
}

export function newFunction(name: ConnectorFunctionName): FunctionDraft {
  const { kinds } = functionFacts(name)
  const kind =
    kinds.find((candidate) => candidate === 'rest-api-mapping' || candidate === 'mapping') ??
    'javascript'
  return { kind, description: '', code: codeStub, mapping: mappingStub(kind), others: {} }
}

/** A way to authenticate by this type, with the functions that a complete connector of it has. */
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

const storageKey = (workspaceId: string) => draftKey(workspaceId, 'connectors/new')

/** The draft of this tab, which a reload keeps. It may hold secret values, so it ends with the tab. */
export function storedDraft(workspaceId: string): Draft {
  return keptDraft(storageKey(workspaceId), draftSchema) ?? emptyDraft
}

export function storeDraft(workspaceId: string, draft: Draft | undefined): void {
  keepDraft(storageKey(workspaceId), draft)
}

/** Whether two drafts hold the same, so that nothing is lost by taking one for the other. */
export function isSame(draft: Draft, other: Draft): boolean {
  return JSON.stringify(draft) === JSON.stringify(other)
}

/** What to go on with: what was asked for, unless something was begun already. */
export function draftFor(stored: Draft, asked: Draft): Draft {
  return isSame(stored, emptyDraft) ? asked : stored
}
