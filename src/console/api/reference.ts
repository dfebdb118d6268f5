import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { ApiError, noResponseError } from './api-error'
import { errorFromResponse, readJson } from './read-response'

/** The parts of a JSON Schema that the API reference shows. */
const schemaNode = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schemaNode).optional()
  },
  get additionalProperties() {
    return z.union([z.boolean(), schemaNode]).optional()
  },
  get items() {
    return schemaNode.optional()
  },
  get anyOf() {
    return z.array(schemaNode).optional()
  },
  get oneOf() {
    return z.array(schemaNode).optional()
  },
})
export type SchemaNode = z.infer<typeof schemaNode>

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: schemaNode.default({}),
})
export type Parameter = z.infer<typeof parameter>

const content = z.object({ 'application/json': z.object({ schema: schemaNode }).optional() })

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).default([]),
  summary: z.string().default(''),
  description: z.string().optional(),
  'x-extension': z.boolean().default(false),
  'x-workspace-token': z.string().optional(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: content.optional() }),
  ),
})

/** The methods of HTTP, as an OpenAPI document names them and as a request does. */
const methods = [
  ['get', 'GET'],
  ['post', 'POST'],
  ['patch', 'PATCH'],
  ['put', 'PUT'],
  ['delete', 'DELETE'],
] as const
export type Method = (typeof methods)[number][1]

const documentSchema = z.object({
  info: z.object({ version: z.string(), description: z.string().optional() }),
  tags: z.array(z.object({ name: z.string(), description: z.string().optional() })).default([]),
  paths: z.record(
    z.string(),
    z.object({
      get: operation.optional(),
      post: operation.optional(),
      patch: operation.optional(),
      put: operation.optional(),
      delete: operation.optional(),
    }),
  ),
  components: z.object({
    schemas: z.record(z.string(), schemaNode).default({}),
    securitySchemes: z
      .record(z.string(), z.object({ description: z.string().optional() }))
      .default({}),
  }),
})

export interface ReferenceOperation extends z.infer<typeof operation> {
  method: Method
  path: string
}

export interface Reference {
  version: string
  /** Markdown. */
  description: string
  /** The ways to authenticate. */
  authentication: string[]
  /** The kinds of record that operations are grouped by. */
  resources: { name: string; description?: string | undefined }[]
  operations: ReferenceOperation[]
  /** Schemas by the name that `$ref` uses. */
  schemas: Record<string, SchemaNode>
}

/** Returns the query of what an engine publishes about its API at `/openapi.json`. */
export function referenceQuery(baseUrl: string) {
  return queryOptions({
    queryKey: ['openapi.json', baseUrl],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Reference> => {
      const response = await fetch(`${baseUrl}/openapi.json`, { signal }).catch(() => {
        throw noResponseError()
      })
      const { status } = response
      if (status === 429 || status >= 500) throw await errorFromResponse(response)
      const document = documentSchema.safeParse(await readJson(response)).data
      if (document === undefined)
        throw new ApiError(-1, `${baseUrl} publishes no OpenAPI document that can be shown here`)
      return {
        version: document.info.version,
        description: document.info.description ?? '',
        authentication: Object.values(document.components.securitySchemes).flatMap(
          ({ description }) => description ?? [],
        ),
        resources: document.tags,
        schemas: document.components.schemas,
        operations: Object.entries(document.paths).flatMap(([path, item]) =>
          methods.flatMap(([name, method]) => {
            const described = item[name]
            return described === undefined ? [] : [{ ...described, method, path }]
          }),
        ),
      }
    },
  })
}
