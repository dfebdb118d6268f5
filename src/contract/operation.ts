import type { z } from 'zod'
import type { ErrorKey } from './errors'

/**
 * Who may call an operation that not every token allows: `workspace` needs a workspace-level token,
 * `admin` a workspace-level `isAdmin` token, `operator` a token that the server signed for
 * operators. Operators may call all of them, but some only with a token of the workspace, see
 * `workspaceToken`.
 */
export type RestrictedCaller = 'workspace' | 'admin' | 'operator'

/**
 * Who may call an operation: `anyone` needs no token, `reader` any token of the workspace, even a
 * tenant's.
 */
export type Caller = 'anyone' | 'reader' | RestrictedCaller

/** What operations are grouped by in the OpenAPI document. */
export type Resource =
  | 'Workspaces'
  | 'Connectors'
  | 'Apps'
  | 'Connections'
  | 'Actions'
  | 'Alerts'
  | 'Webhooks'
  | 'Service'

export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below the base URL, with `{name}` for each path parameter. */
  path: `/${string}`
  resource: Resource
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The body is optional; without one, it is the same as `{}`. */
  bodyOptional?: true
  response: z.ZodType
  /** Errors beyond those that every operation can end with. */
  errors: readonly ErrorKey[]
  caller: Caller
  /**
   * Whether operators call it with a token of the workspace, as the console does: `required`
   * refuses operator tokens, because they belong to no workspace; `preferred` accepts them too. If
   * absent, operators use their own token.
   */
  workspaceToken?: 'required' | 'preferred'
  /** Not in the specification; not served with `EXTENSIONS=off`. */
  extension?: true
  /** About the server itself, and served with `EXTENSIONS=off` too. */
  always?: true
  /** Served only by a server that runs the demo, and only to callers that may use it. */
  demo?: true
  /** Not counted against limits, so that a limit that is too low can be seen and corrected. */
  unmetered?: true
  /** Accepts lists longer than the 1 MB that a member of a body may have. */
  largeBody?: true
  /** May take longer than ten seconds: it calls another server, or changes many records. */
  slow?: true
  /**
   * The response is a stream of server-sent events, each with a `response` as its data, or of lines
   * (NDJSON), each a `response`.
   */
  stream?: 'events' | 'lines'
  /** The response has an `ETag` that the service created, and `If-Match` is supported. */
  etag?: true
  /** `If-Match` is supported, but the response has no such `ETag`. */
  ifMatch?: true
}

type Output<Part extends z.ZodType | undefined> = Part extends z.ZodType
  ? z.output<Part>
  : undefined
type RequestPart<Op, Name extends 'params' | 'query' | 'body'> = Op extends {
  [Member in Name]: infer Part extends z.ZodType
}
  ? Part
  : undefined

/** A request after the schemas have parsed it. */
export interface ParsedRequestOf<Op> {
  params: Output<RequestPart<Op, 'params'>>
  query: Output<RequestPart<Op, 'query'>>
  body: Output<RequestPart<Op, 'body'>>
}

/** The body of a successful response. */
export type ResponseOf<Op> = Op extends { response: infer Body extends z.ZodType }
  ? z.output<Body>
  : never
