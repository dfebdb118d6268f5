import { z } from 'zod'
import { timestamp, workspaceSelector } from './field'
import type { Operation } from './operation'
import { pageOf, pagingShape } from './pagination'

/**
 * A customer of the product that uses the workspace. Tokens create tenants and set their fields.
 */
const tenantSchema = z
  .object({
    id: z.string(),
    key: z.string(),
    name: z.string().optional(),
    fields: z
      .record(z.string(), z.unknown())
      .describe('Described by `userFieldsSchema` of the workspace'),
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
      workspaceId: workspaceSelector,
    }),
    response: pageOf(tenantSchema),
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
  },
} as const satisfies Record<string, Operation>
