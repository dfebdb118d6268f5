import { z } from 'zod'
import { timestamp, timestampInput } from './field'
import type { Operation } from './operation'
import { pageOf, pagingShape } from './pagination'

export const actorRoles = ['operator', 'admin', 'tenant', 'reader'] as const

/** One member that was changed. A side that is absent was not set. */
export const recordedChangeSchema = z
  .object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
  .meta({ id: 'RecordedChange' })

export type RecordedChange = z.infer<typeof recordedChangeSchema>

/** A write that was done. Secrets in it are masked. */
export const auditEventSchema = z
  .object({
    id: z.string(),
    operation: z.string(),
    subject: z.object({ type: z.string(), id: z.string(), name: z.string().optional() }),
    actor: z.object({ role: z.enum(actorRoles), name: z.string() }),
    requestId: z.string().optional(),
    changes: z.array(recordedChangeSchema),
    createdAt: timestamp,
  })
  .meta({ id: 'AuditEvent' })

export type AuditEvent = z.infer<typeof auditEventSchema>

export const historyOperations = {
  listAuditEvents: {
    method: 'GET',
    path: '/audit-events',
    resource: 'Workspaces',
    summary: 'List who changed what in a workspace',
    description: 'Newest first.',
    query: z.strictObject({
      ...pagingShape,
      workspaceId: z.string().min(1).max(200).optional().describe('Whose history; operators have to say, for others it is their own'),
      operation: z.string().min(1).max(100).optional().describe('Only what was done by this operation'),
      actor: z.string().min(1).max(200).optional().describe('Only what was done by those whose name has this in it'),
      path: z.string().min(1).max(200).optional().describe('Only what changed a member whose path starts with this'),
      from: timestampInput.optional().describe('Only what was done then or later. ISO 8601, UTC'),
      to: timestampInput.optional().describe('Only what was done before. ISO 8601, UTC'),
    }),
    answer: pageOf(auditEventSchema),
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
  },
} as const satisfies Record<string, Operation>
