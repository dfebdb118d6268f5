import { z } from 'zod'

/** The fourteen error types of engines of this kind. `key` narrows them. */
type ErrorType =
  | 'bad_request'
  | 'connection'
  | 'configuration'
  | 'dependency_error'
  | 'flow_run'
  | 'flow_instance_setup'
  | 'concurrency'
  | 'internal'
  | 'action_run'
  | 'action_instance_setup'
  | 'unit_run'
  | 'custom_code'
  | 'insufficient_credit'
  | 'openrouter_not_configured'

/** Every error of the API: its HTTP status and its `type` in the body. */
export const errorKeys = {
  invalid_request: { status: 400, type: 'bad_request' },
  not_authenticated: { status: 401, type: 'bad_request' },
  access_denied: { status: 403, type: 'bad_request' },
  not_found: { status: 404, type: 'bad_request' },
  method_not_allowed: { status: 405, type: 'bad_request' },
  request_timeout: { status: 408, type: 'bad_request' },
  already_exists: { status: 409, type: 'bad_request' },
  conflict: { status: 409, type: 'concurrency' },
  precondition_failed: { status: 412, type: 'concurrency' },
  payload_too_large: { status: 413, type: 'bad_request' },
  unsupported_media_type: { status: 415, type: 'bad_request' },
  idempotency_key_reused: { status: 422, type: 'bad_request' },
  headers_too_large: { status: 431, type: 'bad_request' },
  rate_limit_exceeded: { status: 429, type: 'bad_request' },
  internal: { status: 500, type: 'internal' },
  unavailable: { status: 503, type: 'internal' },
} as const satisfies Record<string, { status: number; type: ErrorType }>

/** Every status that an operation can respond with. */
export type ResponseStatus = 200 | (typeof errorKeys)[keyof typeof errorKeys]['status']

export type ErrorKey = keyof typeof errorKeys

/** One issue of a request: its path, starting with `body`, `query`, `path` or `header`, and why. */
const issueSchema = z
  .object({
    path: z.array(z.union([z.string(), z.number()])),
    message: z.string(),
    code: z.string(),
  })
  .meta({ id: 'Issue' })

export type Issue = z.infer<typeof issueSchema>

/** The most issues that an error lists. */
export const maxIssues = 100

export interface ErrorBody {
  type?: string | undefined
  key?: string | undefined
  message: string
  data?: unknown
  causedByError?: ErrorBody | undefined
}

/** The body of every response that is not a success. Only `message` is always present. */
export const errorBodySchema: z.ZodType<ErrorBody> = z
  .object({
    type: z.string().optional(),
    key: z.string().optional(),
    message: z.string(),
    data: z.unknown().optional(),
    get causedByError() {
      return errorBodySchema.optional()
    },
  })
  .meta({ id: 'ApiError' })

/** The `data` of an `invalid_request` error. */
export const issuesDataSchema = z.object({ issues: z.array(issueSchema) })
