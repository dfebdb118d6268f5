import { z } from 'zod'
import {
  connectorCreateSchema,
  connectorFunctionNames,
  functionKinds,
  isConnectorFunctionName,
  type ConnectorFunctionName,
} from '../../../../../../contract/connectors'
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
const membersSchema = z.record(z.string(), z.unknown())

const asText = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2))
const othersText = (members: Members) => (Object.keys(members).length === 0 ? '' : asText(members))
const stringOf = (value: unknown) => (typeof value === 'string' ? value : '')

const functionShape = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  code: z.string().optional(),
  mapping: z.unknown().optional(),
})

function functionDraftOf(name: ConnectorFunctionName, value: unknown): FunctionDraft {
  const fresh = newFunction(name)
  const read = functionShape.safeParse(value)
  if (!read.success) return fresh
  const { type, description = '', code, mapping, ...others } = read.data
  const kind =
    functionKinds.find((known) => known === type) ??
    (code === undefined ? fresh.kind : 'javascript')
  return {
    kind,
    description,
    code: code ?? fresh.code,
    mapping: mapping === undefined ? mappingStub(kind) : asText(mapping),
    others,
  }
}

/** Converts the members of an authentication option, and returns those that have no field. */
function authDraftOf(members: Members): { auth: AuthDraft; left: Members } {
  const { type, proxyKey, oauthClientKey, inputSchema, customCredentialsSchema, ...rest } = members
  const functions = Object.fromEntries(
    connectorFunctionNames.flatMap((name) =>
      rest[name] === undefined ? [] : [[name, functionDraftOf(name, rest[name])]],
    ),
  )
  const left = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !isConnectorFunctionName(name)),
  )
  const known = connectorCreateSchema.shape.type.safeParse(type).data
  return {
    auth: {
      ...emptyAuth,
      ...(known === undefined ? {} : { type: known }),
      proxyKey: stringOf(proxyKey),
      oauthClientKey: stringOf(oauthClientKey),
      inputSchema: asText(inputSchema),
      customCredentialsSchema: asText(customCredentialsSchema),
      functions,
    },
    left: known === undefined && type !== undefined ? { type, ...left } : left,
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

/** Converts a specification to a draft. Members without a form field are kept. */
export function draftOf(specification: Members): Draft {
  const sent = Object.fromEntries(
    Object.entries(specification).filter(([name]) => !recordMembers.has(name)),
  )
  const { name, key, categories, parameters, options, externalAppId, ...rest } = sent
  const optionMembers = membersSchema.safeParse(options).data
  const { auth, left } = authDraftOf(rest)
  return {
    ...emptyDraft,
    ...(typeof externalAppId === 'string' ? { appId: externalAppId } : {}),
    name: stringOf(name),
    key: stringOf(key),
    categories: z.array(z.string()).catch([]).parse(categories),
    usesOptions: optionMembers !== undefined,
    auth,
    options: Object.entries(optionMembers ?? {}).map(([optionKey, option]) => {
      const { title, ...members } = membersSchema.catch({}).parse(option)
      const read = authDraftOf(members)
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
