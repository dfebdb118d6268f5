import { z } from 'zod'
import { imageUri, selector, timestamp } from './field'
import type { Operation } from './operation'
import { pageOf, pagingShape, queryBoolean, searchText } from './pagination'

/** An app in a list (2.6). */
export const appSchema = z
  .object({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    uuid: z.string(),
    isReadOnly: z.boolean(),
    isPublic: z.boolean(),
  })
  .meta({ id: 'App' })

export type App = z.infer<typeof appSchema>

/** An app with what only the extensions tell. */
export const appDetailsSchema = appSchema
  .extend({
    categories: z.array(z.string()),
    logoUri: imageUri.optional(),
    appUri: z.string().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
    archivedAt: timestamp.optional(),
  })
  .meta({ id: 'AppDetails' })

export type AppDetails = z.infer<typeof appDetailsSchema>

export const appListQuery = z.strictObject({
  ...pagingShape,
  search: searchText.optional().describe('Name or key; case and accents do not matter, one typo is forgiven'),
  category: z.string().max(100).optional(),
  isConnected: queryBoolean.optional(),
  includeArchived: queryBoolean.optional(),
})

const appParams = z.strictObject({ idOrKeyOrUuid: selector.describe('Id, uuid or key') })

export const appOperations = {
  listPublicApps: {
    method: 'GET',
    path: '/universe/apps',
    resource: 'Apps',
    summary: 'List the apps of the public catalog',
    query: appListQuery,
    answer: pageOf(appSchema).extend({ total: z.int().nonnegative() }),
    errors: [],
    caller: 'reader',
  },
  listApps: {
    method: 'GET',
    path: '/external-apps',
    resource: 'Apps',
    summary: 'Search the apps that the workspace can use',
    description: 'The workspace’s own apps come first, then public ones.',
    query: appListQuery,
    answer: pageOf(appSchema),
    errors: [],
    caller: 'reader',
  },
  archiveApp: {
    method: 'DELETE',
    path: '/external-apps/{idOrKeyOrUuid}',
    resource: 'Apps',
    summary: 'Archive an app',
    description: 'Archiving an archived app changes nothing. Public apps are archived by operators.',
    params: appParams,
    answer: z.null(),
    errors: ['not_found'],
    caller: 'admin',
  },
  getApp: {
    method: 'GET',
    path: '/external-apps/{idOrKeyOrUuid}',
    resource: 'Apps',
    summary: 'Read an app, archived or not',
    params: appParams,
    answer: appDetailsSchema,
    errors: ['not_found'],
    caller: 'reader',
    extension: true,
  },
  restoreApp: {
    method: 'POST',
    path: '/external-apps/{idOrKeyOrUuid}/restore',
    resource: 'Apps',
    summary: 'Restore an archived app',
    params: appParams,
    answer: appDetailsSchema,
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
  },
} as const satisfies Record<string, Operation>
