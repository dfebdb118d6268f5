import type { z } from 'zod'
import type { ErrorKey } from './errors'

/**
 * Who may call: `anyone` without a token; `reader` with any token of the workspace; `admin` with a
 * workspace-level `isAdmin` token (operators too); `operator` with a token of the server's own key.
 */
export type Caller = 'anyone' | 'reader' | 'admin' | 'operator'

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
  /** A body may be left out; it is then the same as `{}`. */
  bodyOptional?: true
  response: z.ZodType
  /** Issues beside those that every operation can response with. */
  errors: readonly ErrorKey[]
  caller: Caller
  /** Not in the specification; switched off by `EXTENSIONS=off`. */
  extension?: true
  /** About the server itself, so that it is there with `EXTENSIONS=off` too. */
  always?: true
  /** Only on a server that runs the demo, and only for those to whom it is open. */
  demo?: true
  /** Not counted against limits, so that a limit that was set too low can be seen and set right. */
  unmetered?: true
  /** Takes lists too long for the 1 MB that a member of a body may have. */
  largeBody?: true
  /** May take longer than ten seconds: it calls another server, or changes a lot at once. */
  slow?: true
  /** The record that is answered carries an `ETag` that the service made, and `If-Match` is honoured. */
  etag?: true
}

type Output<Part extends z.ZodType | undefined> = Part extends z.ZodType
  ? z.output<Part>
  : undefined
type RequestPart<Op, Name extends 'params' | 'query' | 'body'> = Op extends {
  [Member in Name]: infer Part extends z.ZodType
}
  ? Part
  : undefined

/** What the server works on, after the schemas have read it. */
export interface ParsedRequestOf<Op> {
  params: Output<RequestPart<Op, 'params'>>
  query: Output<RequestPart<Op, 'query'>>
  body: Output<RequestPart<Op, 'body'>>
}

/** What an operation answers with. */
export type ResponseOf<Op> = Op extends { response: infer Answer extends z.ZodType }
  ? z.output<Answer>
  : never
