import { z } from 'zod'
import { timestamp, workspaceSelector } from './field'
import type { Caller, Operation } from './operation'

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

/** Says that something changed, and never what it changed to: that is for the client to read. */
const changeSchema = z
  .object({
    kind: z.enum(changeKinds).describe('The kind of record that changed'),
    id: z.string().optional().describe('The record; absent when it is not known, or several are'),
    by: z
      .string()
      .optional()
      .describe('Name of whoever changed it. Only for callers who may read the history'),
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
      'once, those by other servers and background jobs within a second. A comment is sent at the',
      'start and every 15 seconds. The stream ends when the token is no longer accepted and when',
      'the server stops. Read what you show again after you reconnect: changes in between are not',
      'sent later.',
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
