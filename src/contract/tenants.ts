import { z } from 'zod'
import { timestamp } from './field'
import type { Operation } from './operation'
import { pageOf, pagingShape } from './pagination'

/** A customer of the product that the workspace belongs to. Tokens make it and tell its fields. */
const tenantSchema = z
  .object({
    id: z.string(),
    key: z.string(),
    name: z.string().optional(),
    fields: z
      .record(z.string(), z.unknown())
      .describe('What `userFieldsSchema` of the workspace describes'),
    createdAt: timestamp,
  })
  .meta({ id: 'Tenant' })

export type Tenant = z.infer<typeof tenantSchema>

export const tenantOperations = {
  listTenants: {
    method: 'GET',
    path: '/tenants',
    resource: 'Workspaces',
    summary: 'List the tenants of a workspace',
    description: 'Newest first.',
    query: z.strictObject({
      ...pagingShape,
      workspaceId: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Whose tenants; operators have to say, for others it is their own'),
    }),
    response: pageOf(tenantSchema),
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
  },
} as const satisfies Record<string, Operation>
