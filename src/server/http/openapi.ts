import { z } from 'zod'
import { errorBodySchema, errorKeys, type ErrorKey } from '../../contract/errors'
import type { Operation, Resource } from '../../contract/operation'
import { apiVersion } from '../../contract/operations'

type Json = Record<string, unknown>
type Direction = 'input' | 'output'

/** Schemas with a name of their own (`.meta({ id })`), met while writing the rest. */
class Components {
  readonly schemas: Record<string, unknown> = {}

  /** The JSON Schema of a zod schema, its named parts by reference. */
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

  private add(name: string, { id: _id, ...part }: Json): void {
    this.schemas[name] = withReferences(part)
  }
}

const keyedByNames = z.object({
  propertyNames: z.object({ enum: z.array(z.string()) }),
  additionalProperties: z.unknown(),
})

/** Writes an object whose keys come from a list as one with those properties, which readers of the document understand better. */
function withProperties(_key: string, value: unknown): unknown {
  const keyed = keyedByNames.safeParse(value)
  if (!keyed.success || typeof value !== 'object') return value
  const { propertyNames, additionalProperties } = keyed.data
  const properties = Object.fromEntries(
    propertyNames.enum.map((name) => [name, additionalProperties]),
  )
  return { ...value, propertyNames: undefined, properties, additionalProperties: false }
}

/** A schema with references and properties as they stand in an OpenAPI document. */
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
  invalid_request: 'The request is not valid; `data.issues` names each error, the first hundred',
  not_authenticated: 'There is no token, or it is refused',
  access_denied: 'The token may not do this',
  not_found: 'There is nothing of that name that the token can see',
  method_not_allowed: 'The method is not possible here',
  already_exists: 'The key or uuid is taken',
  conflict: 'The present state does not allow it',
  precondition_failed: 'The record was changed since it was read',
  payload_too_large: 'The body is larger than 10 MB, or than 64 kB where no token is needed',
  unsupported_media_type: 'The body is not JSON',
  idempotency_key_reused: 'The Idempotency-Key was sent with another request before',
  rate_limit_exceeded: 'A limit is reached; `Retry-After` tells when to come back',
  internal: 'An error of the server; `data.errorId` is in its log',
  unavailable: 'The server or its database is unavailable; `Retry-After` says when to try again',
}

function parametersOf(
  components: Components,
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => {
    const { description, ...type } = components.schema(z.instanceof(z.ZodType).parse(part), 'input')
    return {
      name,
      in: place,
      required: place === 'path',
      ...(description === undefined ? {} : { description }),
      schema: type,
    }
  })
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } }
}

function errorsOf(operation: Operation): ErrorKey[] {
  const always: ErrorKey[] = ['invalid_request', 'internal', 'unavailable']
  const guarded: ErrorKey[] =
    operation.caller === 'anyone'
      ? []
      : ['not_authenticated', 'access_denied', 'rate_limit_exceeded']
  const withBody: ErrorKey[] =
    operation.body === undefined ? [] : ['payload_too_large', 'unsupported_media_type']
  const repeatable: ErrorKey[] =
    operation.method === 'POST' && operation.caller !== 'anyone'
      ? ['conflict', 'idempotency_key_reused']
      : []
  return [...new Set([...always, ...guarded, ...withBody, ...repeatable, ...operation.errors])]
}

function responsesOf(components: Components, operation: Operation): Json {
  const error = { 'application/json': { schema: components.schema(errorBodySchema, 'output') } }
  const errors = errorsOf(operation)
  const refusals = [...new Set(errors.map((key) => errorKeys[key].status))].map((status) => {
    const keys = errors.filter((key) => errorKeys[key].status === status)
    return [
      String(status),
      {
        description: keys.map((key) => `\`${key}\`: ${errorDescriptions[key]}`).join('. '),
        content: error,
      },
    ]
  })
  return {
    200: {
      description: 'Done',
      ...(operation.etag === true
        ? {
            headers: {
              ETag: { description: 'Names this state of the record', schema: { type: 'string' } },
            },
          }
        : {}),
      content: { 'application/json': { schema: components.schema(operation.response, 'output') } },
    },
    ...Object.fromEntries(refusals),
  }
}

function operationObject(components: Components, id: string, operation: Operation): Json {
  const headers = [
    ...(operation.etag === true && operation.method !== 'GET'
      ? [header('If-Match', 'Refuses the write unless the record still has this ETag')]
      : []),
    ...(operation.method === 'POST' && operation.caller !== 'anyone'
      ? [
          header(
            'Idempotency-Key',
            'A repeat with the same key gets the first response, for 24 hours',
          ),
        ]
      : []),
  ]
  return {
    operationId: id,
    tags: [operation.resource],
    summary: operation.summary,
    description: [operation.description, callers[operation.caller]]
      .filter((text) => text !== undefined)
      .join(' '),
    ...(operation.extension === true ? { 'x-extension': true } : {}),
    security: operation.caller === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(components, 'path', operation.params),
      ...parametersOf(components, 'query', operation.query),
      ...headers,
    ],
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.bodyOptional !== true,
            content: { 'application/json': { schema: components.schema(operation.body, 'input') } },
          },
        }),
    responses: responsesOf(components, operation),
  }
}

const resources: Record<Resource, string> = {
  Workspaces:
    'Limits, settings, keys, webhook address and alert delivery of the organization’s workspaces',
  Connectors: 'How to authenticate to an app and call it',
  Apps: 'The public catalog, and what a workspace added to it',
  Connections: 'Customers’ connections to apps, without their credentials',
  Actions: 'What an integration can do',
  Webhooks: 'What is sent to the webhook address of a workspace, and every attempt to do so',
  Alerts: 'What reached a limit, and who was told',
  Service: 'The server itself',
}

const callers = {
  anyone: 'Needs no token.',
  reader: 'Any token of the workspace may call it.',
  admin: 'Needs a workspace-level token with `isAdmin`, or an operator’s.',
  operator: 'Needs an operator’s token.',
} as const

/** The OpenAPI 3.1 document of these operations, below the base URL `/api`. */
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
      description:
        'Manages workspaces, connectors, apps, connections and actions of an integration engine. Operations marked `x-extension` go beyond the common interface.',
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
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A JWT signed with the workspace secret, a registered key, or by the server',
        },
      },
    },
  }
}
