import { z } from 'zod'
import { authTypeNames, type AuthType } from '@/contract/auth-types'
import {
  connectorFunctionNames,
  functionKinds,
  isConnectorFunctionName,
  usesFunction,
  type ConnectorFunctionName,
} from '@/contract/connectors'
import { freeObject } from '@/contract/field'
import {
  emptyAuth,
  emptyDraft,
  mappingStub,
  newFunction,
  type AuthDraft,
  type Draft,
  type FunctionDraft,
} from './draft'

type Members = Record<string, unknown>

const asText = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2))
const othersText = (members: Members) => (Object.keys(members).length === 0 ? '' : asText(members))
const stringOf = (value: unknown) => (typeof value === 'string' ? value : '')

const functionShape = z.looseObject({
  type: z.enum(functionKinds).optional(),
  description: z.string().optional(),
  code: z.string().optional(),
  mapping: z.unknown().optional(),
})

function functionDraftOf(name: ConnectorFunctionName, value: unknown): FunctionDraft {
  const { type, description = '', code, mapping, ...others } = functionShape.parse(value)
  const fresh = newFunction(name)
  return {
    kind: type,
    description,
    code: code ?? fresh.code,
    mapping: mapping === undefined ? mappingStub(type ?? fresh.kind) : asText(mapping),
    others: {
      ...others,
      // Members that the function has although its type doesn't use them.
      ...(code === undefined || type === 'javascript' ? {} : { code }),
      ...(mapping === undefined || (type !== undefined && type !== 'javascript')
        ? {}
        : { mapping }),
    },
  }
}

/** Whether the form of an authentication option shows a member, so that it is not lost. */
function hasField(type: AuthType | undefined, name: string, value: unknown): boolean {
  switch (name) {
    case 'type':
      return value === type
    case 'proxyKey':
      return type === 'proxy' && typeof value === 'string'
    case 'oauthClientKey':
      return type === 'oauth-client' && typeof value === 'string'
    case 'inputSchema':
    case 'customCredentialsSchema':
      return true
    default:
      return (
        isConnectorFunctionName(name) &&
        usesFunction(type, name) &&
        functionShape.safeParse(value).success
      )
  }
}

/** Converts the members of an authentication option, and returns those that have no field. */
function authDraftOf(members: Members): { auth: AuthDraft; left: Members } {
  const type = authTypeNames.find((known) => known === members['type'])
  const entries = Object.entries(members)
  const left = entries.filter(([name, value]) => !hasField(type, name, value))
  const shown = Object.fromEntries(entries.filter(([name, value]) => hasField(type, name, value)))
  return {
    auth: {
      ...emptyAuth,
      ...(type === undefined ? {} : { type }),
      proxyKey: stringOf(shown['proxyKey']),
      oauthClientKey: stringOf(shown['oauthClientKey']),
      inputSchema: asText(shown['inputSchema']),
      customCredentialsSchema: asText(shown['customCredentialsSchema']),
      functions: Object.fromEntries(
        connectorFunctionNames.flatMap((name) =>
          shown[name] === undefined ? [] : [[name, functionDraftOf(name, shown[name])]],
        ),
      ),
    },
    left: Object.fromEntries(left),
  }
}

/** Members of a connector that don't belong to its specification. */
const recordMembers = new Set([
  'id',
  'uuid',
  'version',
  'createdAt',
  'updatedAt',
  'archivedAt',
  'isReadOnly',
])

const optionsSchema = z.record(z.string(), freeObject)

/** Converts a specification to a draft. Members without a form field are kept. */
export function draftOf(specification: Members): Draft {
  const { name, key, parameters, ...sent } = Object.fromEntries(
    Object.entries(specification).filter(([member]) => !recordMembers.has(member)),
  )
  const appId = z.string().safeParse(sent['externalAppId']).data
  const categories = z.array(z.string()).safeParse(sent['categories']).data
  const options = optionsSchema.safeParse(sent['options']).data
  const shown: Members = { externalAppId: appId, categories, options }
  const { auth, left } = authDraftOf(
    Object.fromEntries(Object.entries(sent).filter(([member]) => shown[member] === undefined)),
  )
  return {
    ...emptyDraft,
    ...(appId === undefined ? {} : { appId }),
    name: stringOf(name),
    key: stringOf(key),
    categories: categories ?? [],
    usesOptions: options !== undefined,
    auth,
    options: Object.entries(options ?? {}).map(([optionKey, { title, ...members }]) => {
      const isText = title === undefined || typeof title === 'string'
      const read = authDraftOf(isText ? members : { title, ...members })
      return {
        key: optionKey,
        title: stringOf(title),
        auth: { ...read.auth, others: othersText(read.left) },
      }
    }),
    parameters: asText(parameters),
    others: othersText(left),
  }
}
