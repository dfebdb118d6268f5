import { findNodeAtLocation, parse, parseTree, type ParseError } from 'jsonc-parser'
import { z } from 'zod'
import { connectorCreateSchema, connectorFunctionNames, functionFacts, usesFunction, type AuthType, type ConnectorCreate, type FunctionKind } from '../../../../../contract/connectors'
import { faultsOf } from '../../../../../contract/faults'
import { placeOf } from '../../../../../contract/text-place'

/** What a person has filled in so far. The specification is the JSON of all that has no field of its own. */
export const draftSchema = z.object({
  name: z.string(),
  key: z.string(),
  appId: z.string().optional(),
  appName: z.string().optional(),
  specification: z.string(),
})
export type Draft = z.infer<typeof draftSchema>

export const emptyDraft: Draft = { name: '', key: '', specification: '{}' }

const stubs: Record<FunctionKind, object> = {
  javascript: { code: 'export default async function ({ credentials, parameters }) {\n  return {}\n}\n' },
  mapping: { mapping: {} },
  'operation-mapping': { mapping: { operationKey: '' } },
  'rest-api-mapping': { mapping: { path: '/', method: 'GET' } },
  'graphql-api-mapping': { mapping: { path: '/', operationType: 'query', requestMapping: [] } },
}

/** A specification to begin with: the fields and functions that this authentication type uses, and no others. */
export function templateFor(type: AuthType): string {
  const functions = connectorFunctionNames.filter((name) => usesFunction(type, name) && functionFacts(name).expected === true)
  const withInput = type === 'app-token' || type === 'client-credentials'
  return JSON.stringify(
    {
      type,
      ...(type === 'proxy' ? { proxyKey: '' } : {}),
      ...(type === 'oauth-client' ? { oauthClientKey: '' } : {}),
      ...(withInput ? { inputSchema: { type: 'object', properties: { token: { type: 'string', title: 'Token' } }, required: ['token'] } } : {}),
      ...Object.fromEntries(functions.map((name) => {
        const kind = functionFacts(name).kinds.find((candidate) => candidate === 'rest-api-mapping' || candidate === 'mapping') ?? 'javascript'
        return [name, { type: kind, ...stubs[kind] }]
      })),
    },
    null,
    2,
  )
}

export interface DraftFault {
  field: 'name' | 'key' | 'specification'
  /** Counted from 1, where the fault lies in the specification’s text. */
  line?: number
  message: string
}

export type ReadDraft = { body: ConnectorCreate; faults: [] } | { faults: DraftFault[] }

/** Where a fault of the request shows in the form. */
export function shownAt(text: string, path: readonly (string | number)[], message: string): DraftFault {
  const [first] = path
  if (first === 'name' || first === 'key') return { field: first, message }
  const tree = parseTree(text)
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [...path]) ?? findNodeAtLocation(tree, path.slice(0, -1))
  return { field: 'specification', ...(node === undefined ? {} : { line: placeOf(text, node.offset).line }), message: `${path.join('.')}: ${message}` }
}

/** The request that a draft stands for, or every fault in it. */
export function readDraft(draft: Draft): ReadDraft {
  const syntax: ParseError[] = []
  const json: unknown = parse(draft.specification, syntax, { disallowComments: true })
  const [first] = syntax
  if (first !== undefined) {
    const { line, column } = placeOf(draft.specification, first.offset)
    return { faults: [{ field: 'specification', line, message: `Not JSON: fault at line ${line}, column ${column}` }] }
  }
  const specification = z.record(z.string(), z.unknown()).safeParse(json)
  if (!specification.success) return { faults: [{ field: 'specification', line: 1, message: 'A specification is an object' }] }
  const body = { ...specification.data, name: draft.name, ...(draft.key.trim() === '' ? {} : { key: draft.key.trim() }), ...(draft.appId === undefined ? {} : { externalAppId: draft.appId }) }
  const read = connectorCreateSchema.safeParse(body)
  return read.success ? { body: read.data, faults: [] } : { faults: faultsOf(read.error, []).map(({ path, message }) => shownAt(draft.specification, path, message)) }
}

const storageKey = (workspaceId: string) => `signalbox-connector-draft ${workspaceId}`

/** The draft of this tab, which a reload keeps. It may hold secret values, so it ends with the tab. */
export function storedDraft(workspaceId: string): Draft {
  try {
    return draftSchema.parse(JSON.parse(sessionStorage.getItem(storageKey(workspaceId)) ?? ''))
  } catch {
    return emptyDraft
  }
}

export function storeDraft(workspaceId: string, draft: Draft | undefined): void {
  if (draft === undefined) sessionStorage.removeItem(storageKey(workspaceId))
  else sessionStorage.setItem(storageKey(workspaceId), JSON.stringify(draft))
}
