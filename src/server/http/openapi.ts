import { z } from 'zod'
import { errorBodySchema, errorKeys, type ErrorKey } from '../../contract/errors'
import type { Operation, Resource } from '../../contract/operation'
import { apiVersion, specificationOf } from '../../contract/operations'
import { maxIssues } from '../../contract/errors'
import { describeMember } from '../../contract/member-descriptions'
import { maxNesting } from '../core/invalid-text'
import { maxMemberLength, maxMembers, maxTextLength, maxValues } from './json-bounds'
import { exampleOf } from './openapi-example'
import { maxBodyBytes } from './request-body'

type Json = Record<string, unknown>
type Direction = 'input' | 'output'

/** The named schemas (`.meta({ id })`) of a document. */
class Components {
  readonly schemas: Record<string, unknown> = {}

  /** Converts a zod schema to JSON Schema, with references to its named parts. */
  schema(schema: z.ZodType, io: Direction): Json {
    const {
      $defs,
      $schema: _dialect,
      ...inline
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
    for (const [name, part] of Object.entries($defs ?? {})) this.add(name, part)
    const name = schema.meta()?.id
    if (name === undefined) return withReferences(inline)
    // A schema that holds itself comes back as a reference to its own definition.
    if (inline.$ref === undefined) this.add(name, inline)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Builds an example of a schema that `schema` returned. */
  example(schema: Json, name: string): unknown {
    return exampleOf(schema, this.schemas, [name, ''])
  }

  private add(name: string, { id: _id, ...part }: Json): void {
    const schema = withReferences(part)
    this.schemas[name] = schema
    describeMembers(schema, name)
  }
}

/**
 * Describes each member of a schema that has no description yet, and of the schemas inside.
 * @param name the name of the schema, or of the member it describes
 */
function describeMembers(schema: unknown, name: string): void {
  if (typeof schema !== 'object' || schema === null) return
  const members = 'properties' in schema ? schema.properties : undefined
  if (typeof members === 'object' && members !== null)
    for (const [member, part] of Object.entries(members)) {
      if (typeof part !== 'object' || part === null) continue
      const description = describeMember(name, member)
      if (!('description' in part) && description !== undefined)
        Object.assign(part, { description })
      describeMembers(part, member)
    }
  for (const inner of ['items', 'additionalProperties', 'anyOf'] as const) {
    const parts: unknown = inner in schema ? Reflect.get(schema, inner) : undefined
    for (const part of Array.isArray(parts) ? parts : [parts]) describeMembers(part, name)
  }
}

const keyedByNames = z.object({
  propertyNames: z.object({ enum: z.array(z.string()) }),
  additionalProperties: z.unknown(),
})

/**
 * Rewrites an object with keys from a list as one with those properties, which readers and tools
 * understand better.
 */
function withProperties(_key: string, value: unknown): unknown {
  const keyed = keyedByNames.safeParse(value)
  if (!keyed.success || typeof value !== 'object') return value
  const { propertyNames, additionalProperties } = keyed.data
  const properties = Object.fromEntries(
    propertyNames.enum.map((name) => [name, additionalProperties]),
  )
  return { ...value, propertyNames: undefined, properties, additionalProperties: false }
}

/** Converts references and keyed objects to the form of an OpenAPI document. */
function withReferences(schema: Json): Json {
  return z
    .record(z.string(), z.unknown())
    .parse(
      JSON.parse(
        JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'),
        withProperties,
      ),
    )
}

const errorDescriptions: Record<ErrorKey, string> = {
  invalid_request: 'The request is invalid; `data.issues` lists up to 100 issues',
  not_authenticated: 'The token is missing or not accepted',
  access_denied: 'The token does not allow this',
  not_found: 'It does not exist, or the token cannot see it',
  method_not_allowed: 'The method is not allowed for this path',
  already_exists: 'The key or uuid is taken',
  conflict: 'The current state does not allow it',
  precondition_failed: 'The record was changed since it was read',
  payload_too_large: 'The body is larger than 10 MB, or than 64 kB where no token is needed',
  unsupported_media_type: 'The body is not JSON, or is compressed',
  idempotency_key_reused: 'The Idempotency-Key was used for another request',
  headers_too_large: 'The headers are larger than 16 kB',
  rate_limit_exceeded: 'A limit is reached; `Retry-After` says when to try again',
  internal: 'The server failed; `data.errorId` is in its log',
  unavailable: 'The server or its database is unavailable; `Retry-After` says when to try again',
}

function parametersOf(
  components: Components,
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  id: string,
): Json[] {
  const specified = specificationOf(id)
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => {
    const { description = describeMember(id, name), ...type } = components.schema(
      z.instanceof(z.ZodType).parse(part),
      'input',
    )
    const isExtension =
      place === 'query' && specified !== undefined && !specified.query.includes(name)
    return {
      name,
      in: place,
      required: place === 'path',
      ...(isExtension ? { 'x-extension': true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: type,
    }
  })
}

/** Every response header with its description. */
const responseHeaders = {
  'X-Request-Id': 'The id of the request in the log, sent by the client or made by the server',
  'API-Version': 'The version of the interface that was served',
  'Cache-Control': 'Whether the response may be cached',
  ETag: 'Identifies this version of the record or list',
  RateLimit: 'What remains of each rate limit, as in the IETF draft',
  'RateLimit-Policy': 'The rate limits that apply, as in the IETF draft',
  'Retry-After': 'Seconds to wait before the next attempt',
  'Idempotency-Replayed': '`true` if this is the stored response of an earlier request',
  'WWW-Authenticate': 'Always `Bearer`',
} as const
type ResponseHeader = keyof typeof responseHeaders

function headersOf(...names: readonly ResponseHeader[]): Json {
  const always: ResponseHeader[] = ['X-Request-Id', 'API-Version', 'Cache-Control']
  return Object.fromEntries(
    [...always, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

function headersOfSuccess(operation: Operation): Json {
  const isMetered = operation.caller !== 'anyone' && operation.unmetered !== true
  return headersOf(
    ...(operation.etag === true || hasTag(operation) ? (['ETag'] as const) : []),
    ...(isMetered ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(isRepeatable(operation) ? (['Idempotency-Replayed'] as const) : []),
  )
}

function headersOfError(status: number): Json {
  if (status === 401) return headersOf('WWW-Authenticate')
  if (status === 429) return headersOf('Retry-After', 'RateLimit', 'RateLimit-Policy')
  return status === 503 ? headersOf('Retry-After') : headersOf()
}

/** Whether the response is tagged with its content. */
function hasTag({ method, stream }: Operation): boolean {
  return method === 'GET' && stream === undefined
}

function isRepeatable({ method, caller }: Operation): boolean {
  return method === 'POST' && caller !== 'anyone'
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } }
}

function errorsOf(operation: Operation): ErrorKey[] {
  const always: ErrorKey[] = ['invalid_request', 'rate_limit_exceeded', 'internal', 'unavailable']
  const guarded: ErrorKey[] =
    operation.caller === 'anyone' ? [] : ['not_authenticated', 'access_denied']
  const withBody: ErrorKey[] =
    operation.body === undefined ? [] : ['payload_too_large', 'unsupported_media_type']
  const repeatable: ErrorKey[] = isRepeatable(operation)
    ? ['conflict', 'idempotency_key_reused']
    : []
  return [...new Set([...always, ...guarded, ...withBody, ...repeatable, ...operation.errors])]
}

function responsesOf(components: Components, id: string, operation: Operation): Json {
  const error = components.schema(errorBodySchema, 'output')
  const errors = errorsOf(operation)
  const refusals = [...new Set(errors.map((key) => errorKeys[key].status))].map((status) => {
    const keys = errors.filter((key) => errorKeys[key].status === status)
    const examples = Object.fromEntries(
      keys.map((key) => [
        key,
        { value: { type: errorKeys[key].type, key, message: errorDescriptions[key] } },
      ]),
    )
    return [
      String(status),
      {
        description: keys.map((key) => `\`${key}\`: ${errorDescriptions[key]}`).join('. '),
        headers: headersOfError(status),
        content: { 'application/json': { schema: error, examples } },
      },
    ]
  })
  return {
    200: {
      description: operation.stream === undefined ? 'Done' : 'The stream',
      headers: headersOfSuccess(operation),
      content: contentOf(components, operation.response, 'output', id, operation.stream),
    },
    ...(hasTag(operation)
      ? {
          304: {
            description: 'The record or list still has the ETag in `If-None-Match`',
            headers: headersOfSuccess(operation),
          },
        }
      : {}),
    ...Object.fromEntries(refusals),
  }
}

const contentTypes = {
  none: 'application/json',
  events: 'text/event-stream',
  lines: 'application/x-ndjson',
} as const

/** Describes a body, or each event or line of a stream, by its schema and an example. */
function contentOf(
  components: Components,
  schema: z.ZodType,
  direction: Direction,
  id: string,
  stream?: Operation['stream'],
): Json {
  const json = components.schema(schema, direction)
  describeMembers(json, id)
  return {
    [contentTypes[stream ?? 'none']]: { schema: json, example: components.example(json, id) },
  }
}

function operationObject(components: Components, id: string, operation: Operation): Json {
  const headers = [
    ...(operation.etag === true && operation.method !== 'GET'
      ? [header('If-Match', 'Writes only if the record still has this ETag')]
      : []),
    ...(hasTag(operation)
      ? [header('If-None-Match', 'Returns 304 while the record or list still has this ETag')]
      : []),
    ...(isRepeatable(operation)
      ? [
          header(
            'Idempotency-Key',
            'A repeat with the same key gets the first response, for 24 hours',
          ),
        ]
      : []),
  ]
  return {
    operationId: specificationOf(id)?.operationId ?? id,
    tags: [operation.resource],
    summary: operation.summary,
    description: [operation.description, callers[operation.caller]]
      .filter((text) => text !== undefined)
      .join(' '),
    ...(operation.extension === true ? { 'x-extension': true } : {}),
    security: operation.caller === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(components, 'path', operation.params, id),
      ...parametersOf(components, 'query', operation.query, id),
      ...headers,
    ],
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.bodyOptional !== true,
            content: contentOf(components, operation.body, 'input', id),
          },
        }),
    responses: responsesOf(components, id, operation),
  }
}

const resources: Record<Resource, string> = {
  Workspaces:
    'Limits, settings, keys, webhook address and alert delivery of the organization’s workspaces',
  Connectors: 'How to authenticate to an app and call it',
  Apps: 'The public catalog, and the apps that a workspace added',
  Connections: 'Customers’ connections to apps, without their credentials',
  Actions: 'What an integration can do',
  Webhooks: 'Events sent to the webhook address of a workspace, with every delivery attempt',
  Alerts: 'Limits that were approached or exceeded, and who was notified',
  Service: 'The server itself',
}

const callers = {
  anyone: 'Needs no token.',
  reader: 'Any token of the workspace may call it.',
  workspace: 'Any token of the workspace may call it, except tenant tokens.',
  admin: 'Needs a workspace-level token with `isAdmin`, or an operator token.',
  operator: 'Needs an operator token.',
} as const

const count = new Intl.NumberFormat('en')
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`

/** The bounds of every request body, whatever its schema. */
const bounds = [
  `A body has at most ${megabytes(maxBodyBytes.guarded)}`,
  `(${maxBodyBytes.open / 1024} kB where no token is needed),`,
  `each of its members ${megabytes(maxMemberLength)} of JSON,`,
  `each text ${count.format(maxTextLength)} characters,`,
  `each object or array ${count.format(maxMembers)} members.`,
  `It nests at most ${maxNesting} levels and has at most ${count.format(maxValues)} names and`,
  `values. It is UTF-8 and not compressed. An error lists at most ${maxIssues} issues.`,
].join(' ')

/** Builds the OpenAPI 3.1 document of the given operations, under the base URL `/api`. */
export function openApiDocument(operations: Record<string, Operation>): Json {
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const [id, operation] of Object.entries(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(components, id, operation),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Signalbox management API',
      version: apiVersion,
      description: [
        'Manages workspaces, connectors, apps, connections and actions of an integration engine.',
        'Operations and parameters marked `x-extension` go beyond the common interface.',
        `\n\n${bounds}`,
        '\n\nEvery request may carry `X-Request-Id`, which the response repeats,',
        `and \`API-Version\`; this server supports ${apiVersion}.`,
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(Object.values(operations).map(({ resource }) => resource))].map((name) => ({
      name,
      description: resources[name],
    })),
    paths,
    components: {
      schemas: components.schemas,
      headers: Object.fromEntries(
        Object.entries(responseHeaders).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'A JWT signed with the workspace secret, a registered key, or by the server; or a ' +
            'token of the identity provider, with the header `Workspace` (id or key) to name one ' +
            'of several workspaces',
        },
      },
    },
  }
}
