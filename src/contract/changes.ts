import { z } from 'zod'
import { timestamp, workspaceSelector } from './field'
import type { Caller, Operation } from './operation'

/** How often a stream without changes sends a comment. Many proxies cut one off after a minute. */
export const heartbeatSeconds = 15

/** The kinds of records that notices of changes are about. */
const changeKinds = [
  'workspace',
  'accessTokens',
  'history',
  'connectors',
  'apps',
  'alerts',
  'alertMutes',
  'deliveries',
  'usage',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Who may read each kind of record, and so be notified of changes to it. */
export const changeReaders: Record<ChangeKind, Caller> = {
  workspace: 'admin',
  accessTokens: 'admin',
  history: 'admin',
  connectors: 'reader',
  apps: 'reader',
  alerts: 'workspace',
  alertMutes: 'workspace',
  deliveries: 'admin',
  usage: 'workspace',
}

/** Reports that a record changed, but not its new content, which the client has to read. */
const changeSchema = z
  .object({
    kind: z.enum(changeKinds).describe('The kind of record that changed'),
    id: z
      .string()
      .optional()
      .describe('Id of the record; absent if unknown, or if several changed'),
    by: z
      .string()
      .optional()
      .describe('Name of the actor. Only for callers who may read the history'),
    requestId: z
      .string()
      .optional()
      .describe('`X-Request-Id` of the write. Only for callers who may read the history'),
    changedAt: timestamp,
  })
  .meta({ id: 'Change' })
export type Change = z.infer<typeof changeSchema>

export const changeOperations = {
  watchChanges: {
    method: 'GET',
    path: '/changes',
    resource: 'Workspaces',
    summary: 'Watch a workspace for changes',
    description: [
      'A stream of server-sent events: each `data` is one change. Changes by this server arrive at',
      'once, changes by other servers and background jobs within a second. The server sends a',
      `comment at the start and every ${heartbeatSeconds} seconds. The stream ends when the token`,
      'is no longer accepted and when the server stops. After you reconnect, read your records',
      'again: missed changes are not sent later.',
    ].join(' '),
    query: z.strictObject({
      workspaceId: workspaceSelector,
    }),
    response: changeSchema,
    errors: ['not_found', 'rate_limit_exceeded'],
    caller: 'reader',
    extension: true,
    unmetered: true,
    stream: 'events',
  },
} as const satisfies Record<string, Operation>
