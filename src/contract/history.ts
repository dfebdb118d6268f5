import { z } from 'zod'
import { timestamp, timestampInput, workspaceSelector } from './field'
import type { Operation } from './operation'
import { maxSearchedRows, pageOf, pagingShape } from './pagination'

export const outcomes = ['done', 'refused', 'read'] as const
export type Outcome = (typeof outcomes)[number]
const outcomeDescription =
  'The result of a write; `read` if an operator read the workspace, recorded once an hour'
const actorRoles = ['operator', 'admin', 'tenant', 'reader'] as const

/** Stands in the history for values that it does not keep, such as secrets. */
export const maskedValue = '(masked)'

/** A member that changed. `before` or `after` is absent if the member was not set. */
const recordedChangeSchema = z
  .object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .meta({ id: 'RecordedChange' })

export type RecordedChange = z.infer<typeof recordedChangeSchema>

/** How the actor authenticated. Unlike a name, it cannot be made up. */
const credentialSchema = z
  .object({
    signedBy: z
      .enum(['server', 'secret', 'publicKey', 'jwks', 'provider'])
      .describe(
        'What signed the token: the server, the workspace secret, a key, or the identity provider',
      ),
    issuer: z.string().optional().describe('The `iss` claim of the token'),
    subject: z.string().optional().describe('The `sub` claim of the token'),
    keyId: z.string().optional().describe('Name or `kid` of the key'),
    tokenId: z.string().optional().describe('Id of the token'),
    userAgent: z.string().optional().describe('The `User-Agent` header of the request'),
  })
  .describe('How the actor authenticated')
  .meta({ id: 'Credential' })

export type Credential = z.infer<typeof credentialSchema>

/** A write that succeeded or was refused, with its secrets masked; or a read by an operator. */
export const auditEventSchema = z
  .object({
    id: z.string(),
    operation: z.string().describe('Name of the operation, such as `createConnector`'),
    subject: z.object({ type: z.string(), id: z.string(), name: z.string().optional() }),
    actor: z.object({
      role: z.enum(actorRoles),
      name: z.string(),
      credential: credentialSchema.optional(),
    }),
    requestId: z.string().optional(),
    address: z.string().optional().describe('Where the request came from'),
    reason: z.string().optional().describe('Why the change was made, if its author said so'),
    outcome: z.enum(outcomes).describe(outcomeDescription),
    error: z
      .object({ key: z.string(), message: z.string() })
      .optional()
      .describe('Why it was refused'),
    changes: z.array(recordedChangeSchema),
    createdAt: timestamp,
  })
  .meta({ id: 'AuditEvent' })

export type AuditEvent = z.infer<typeof auditEventSchema>

const filterShape = {
  operation: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Only this operation, such as `updateOrgWorkspace`, `createConnector`, `archiveApp`'),
  actor: z.string().min(1).max(200).optional().describe('Only actors whose name contains this'),
  path: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only changes to members whose path starts with this'),
  outcome: z.enum(outcomes).optional().describe('Only entries with this outcome'),
  from: timestampInput.optional().describe('Only then or later. ISO 8601, UTC'),
  to: timestampInput.optional().describe('Only before. ISO 8601, UTC'),
}

export const historyOperations = {
  listAuditEvents: {
    method: 'GET',
    path: '/audit-events',
    resource: 'Workspaces',
    summary: 'List the history of a workspace',
    description:
      'Newest first. A page with filters can have fewer entries than `limit`, or none, although ' +
      `more follow: it ends when ${maxSearchedRows.toLocaleString('en')} entries were searched. ` +
      'Go on until there is no `cursor`.',
    query: z.strictObject({ ...pagingShape, workspaceId: workspaceSelector, ...filterShape }),
    response: pageOf(auditEventSchema),
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
  },
  exportAuditEvents: {
    method: 'GET',
    path: '/audit-events/export',
    resource: 'Workspaces',
    summary: 'Export the history of a workspace',
    description:
      'Newest first, one JSON object a line (NDJSON), as a stream of any length. A response that ' +
      'was cut off ends without its last chunk.',
    query: z.strictObject({ workspaceId: workspaceSelector, ...filterShape }),
    response: auditEventSchema,
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
    stream: 'lines',
  },
} as const satisfies Record<string, Operation>
