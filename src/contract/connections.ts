import { z } from 'zod'
import { freeObject, selector, timestamp } from './field'
import type { Operation } from './operation'
import { pageOf, pagingShape, queryBoolean, searchText } from './pagination'

/**
 * The configuration of a connection (2.7). Other members are dropped: it has no credentials and no
 * connector parameters.
 */
const connectionExportSchema = z
  .object({
    type: z.string().optional(),
    name: z.string().optional(),
    meta: freeObject.optional(),
    authOptionKey: z.string().optional(),
    oauthClientId: z.string().optional(),
    key: z.string().optional(),
    connectorUuid: z.string().optional(),
    externalAppUuid: z.string().optional(),
  })
  .meta({ id: 'ConnectionExport' })

/** A connection in a list. Another engine may leave out flags that are false. */
const connectionSchema = z
  .object({
    id: z.string(),
    key: z.string().optional(),
    name: z.string(),
    connectorId: z.string().optional(),
    externalAppId: z.string().optional(),
    tenantId: z.string().optional(),
    isTest: z.boolean().default(false),
    disconnected: z.boolean().default(false),
    createdAt: timestamp,
    updatedAt: timestamp,
    archivedAt: timestamp.optional(),
  })
  .meta({ id: 'Connection' })

export type Connection = z.infer<typeof connectionSchema>

export const connectionOperations = {
  exportConnection: {
    method: 'GET',
    path: '/connections/{id}/export',
    resource: 'Connections',
    summary: 'Export the configuration of a connection',
    description: 'Carries no credentials and no connector parameters.',
    params: z.strictObject({ id: selector.describe('Id or key') }),
    response: connectionExportSchema,
    errors: ['not_found'],
    caller: 'reader',
    workspaceToken: 'required',
  },
  listConnections: {
    method: 'GET',
    path: '/connections',
    resource: 'Connections',
    summary: 'List connections',
    query: z.strictObject({
      ...pagingShape,
      search: searchText.optional(),
      externalAppId: z.string().max(200).optional(),
      connectorId: z.string().max(200).optional(),
      includeArchived: queryBoolean.optional(),
    }),
    response: pageOf(connectionSchema),
    errors: [],
    caller: 'reader',
    workspaceToken: 'required',
    extension: true,
  },
} as const satisfies Record<string, Operation>
