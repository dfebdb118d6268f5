import { z } from 'zod'
import {
  categoryNames,
  clearableHttpUri,
  despiteWrongMembers,
  displayName,
  elementKey,
  httpUri,
  imageUri,
  selector,
  timestamp,
} from './field'
import type { Operation } from './operation'
import { archivedStates, pageOf, pagingShape, queryBoolean, searchText, sortBy } from './pagination'

/** An app in a list (2.6). Another engine may leave out flags that are false. */
export const appSchema = z
  .object({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    uuid: z.string(),
    isReadOnly: z.boolean().default(false),
    isPublic: z.boolean().default(false),
  })
  .meta({ id: 'App' })

export type App = z.infer<typeof appSchema>

/** An app with the members that the extensions add. Another engine may leave out the times. */
export const appDetailsSchema = appSchema
  .extend({
    categories: z.array(z.string()),
    logoUri: imageUri.optional(),
    appUri: z.string().optional(),
    createdAt: timestamp.optional(),
    updatedAt: timestamp.optional(),
    archivedAt: timestamp.optional(),
  })
  .meta({ id: 'AppDetails' })

export type AppDetails = z.infer<typeof appDetailsSchema>

/** Keys that are also fixed paths: `GET /external-apps/search` does not read an app. */
export const reservedAppKeys: readonly string[] = ['search', 'categories', 'archive']

/** A new app of the workspace. */
export const appCreateSchema = z
  .strictObject({
    name: displayName,
    key: elementKey
      .refine((key) => !reservedAppKeys.includes(key), 'This key is reserved: choose another one')
      .optional()
      .describe('Unique in the workspace. Hides a public app of the same key'),
    appUri: httpUri.optional().describe('The address of the app'),
    logoUri: imageUri.optional(),
    categories: categoryNames.optional(),
  })
  .meta({ id: 'AppCreate' })

export type AppCreate = z.input<typeof appCreateSchema>

/**
 * A change to an app of the workspace: any member but its key, which others refer to. An empty
 * address or logo clears it.
 */
export const appUpdateSchema = appCreateSchema
  .omit({ key: true })
  .extend({ appUri: clearableHttpUri.describe('The address of the app; empty for none') })
  .partial()
  .meta({ id: 'AppUpdate' })

export type AppUpdate = z.input<typeof appUpdateSchema>

const appListQuery = z.strictObject({
  ...pagingShape,
  search: searchText
    .optional()
    .describe(
      'Name or key; ignores case and accents, and allows one typo. ' +
        'Best match first; near misses come last, the closest first',
    ),
  category: z.string().max(100).optional(),
  isConnected: queryBoolean.optional(),
  includeArchived: queryBoolean.optional(),
})

export const appScopes = ['workspace', 'public', 'all'] as const

/** Filters of the search that the extensions add. */
const appFilterShape = {
  search: searchText.optional(),
  category: z.string().max(100).optional(),
  scope: z
    .enum(appScopes)
    .optional()
    .describe('`workspace`: its own apps, `public`: the catalog; both when absent'),
}

/** The members that apps can be sorted by. */
export const appSortMembers = [
  'name',
  'key',
  'categories',
  'appUri',
  'createdAt',
  'updatedAt',
  'archivedAt',
  'id',
  'uuid',
] as const
export const appSortSchema = sortBy(appSortMembers)
export type AppSort = z.infer<typeof appSortSchema>

export const maxArchivedAtOnce = 10_000

/** Of how many apps the categories are listed: a catalog can have a million apps. */
export const maxCategorizedApps = 20_000

const archiveRequestSchema = z
  .strictObject({
    selectors: z
      .array(selector)
      .min(1)
      .max(maxArchivedAtOnce)
      .optional()
      .describe('Ids, uuids or keys'),
    filter: z
      .strictObject({ ...appFilterShape, isConnected: z.boolean().optional() })
      .optional()
      .describe('All active apps that match'),
    except: z
      .array(selector)
      .max(maxArchivedAtOnce)
      .optional()
      .describe('Ids, uuids or keys of matching apps to leave out; only with a filter'),
    validateOnly: z.boolean().optional().describe('Report what would happen, and change nothing'),
    expectedCount: z
      .int()
      .nonnegative()
      .optional()
      .describe('Refuse unless exactly this many would be archived; required with a filter'),
  })
  .superRefine((request, context) => {
    if ((request.selectors === undefined) === (request.filter === undefined))
      context.addIssue({
        code: 'custom',
        path: ['selectors'],
        message: 'Send either selectors or a filter',
      })
    if (request.selectors !== undefined && request.except !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['except'],
        message: 'Send except only with a filter, and leave these apps out of selectors',
      })
    if (
      request.filter !== undefined &&
      request.validateOnly !== true &&
      request.expectedCount === undefined
    ) {
      context.addIssue({
        code: 'custom',
        path: ['expectedCount'],
        message: 'With a filter, send how many apps you expect to archive',
      })
    }
  }, despiteWrongMembers)
  .meta({ id: 'AppArchiveRequest' })

/** What a bulk archive did with an app, or would do. */
export const archiveOutcomes = [
  'archived',
  'would_archive',
  'already_archived',
  'read_only',
  'not_yours',
  'not_found',
  'ambiguous',
] as const
export type ArchiveOutcome = (typeof archiveOutcomes)[number]

export const archivedItemSchema = z
  .object({
    selector: z.string().optional(),
    id: z.string().optional(),
    key: z.string().optional(),
    name: z.string().optional(),
    outcome: z.enum(archiveOutcomes),
    connections: z
      .int()
      .nonnegative()
      .optional()
      .describe('Live connections to the app that the caller can see'),
  })
  .meta({ id: 'AppArchiveItem' })
export type ArchivedItem = z.infer<typeof archivedItemSchema>

const batchSchema = z
  .object({
    id: z.string(),
    count: z.int(),
    actor: z.string(),
    createdAt: timestamp,
    restoredAt: timestamp.optional(),
  })
  .meta({ id: 'AppArchiveBatch' })

const appParams = z.strictObject({ idOrKeyOrUuid: selector.describe('Id, uuid or key') })

/**
 * Returns a function that lists the apps that a selector names, first the one that it means: an id
 * wins over a uuid, a uuid over a key.
 * @param keyed the apps that keys name; of two with the same key, the first is meant
 */
export function appsBySelector<Named extends Pick<App, 'id' | 'uuid' | 'key'>>(
  apps: readonly Named[],
  keyed = apps,
): (selector: string) => Named[] {
  const byId = new Map(apps.map((app) => [app.id, app]))
  const byUuid = new Map(apps.map((app) => [app.uuid, app]))
  const byKey = new Map(keyed.toReversed().map((app) => [app.key, app]))
  return (selector) =>
    [byId.get(selector.toLowerCase()), byUuid.get(selector), byKey.get(selector)].filter(
      (app) => app !== undefined,
    )
}

export const appOperations = {
  listPublicApps: {
    method: 'GET',
    path: '/universe/apps',
    resource: 'Apps',
    summary: 'List the apps of the public catalog',
    query: appListQuery,
    response: pageOf(appSchema).extend({ total: z.int().nonnegative() }),
    errors: [],
    caller: 'reader',
    workspaceToken: 'preferred',
  },
  listApps: {
    method: 'GET',
    path: '/external-apps',
    resource: 'Apps',
    summary: 'Search the apps that the workspace can use',
    description: 'Apps of the workspace come first, then public ones.',
    query: appListQuery,
    response: pageOf(appSchema),
    errors: [],
    caller: 'reader',
    workspaceToken: 'preferred',
  },
  createApp: {
    method: 'POST',
    path: '/external-apps',
    resource: 'Apps',
    summary: 'Create an app of the workspace',
    description: 'Look for a public app first. Without a key, one is derived from the name.',
    body: appCreateSchema,
    response: appDetailsSchema,
    errors: ['already_exists'],
    caller: 'admin',
    workspaceToken: 'required',
    extension: true,
  },
  archiveApp: {
    method: 'DELETE',
    path: '/external-apps/{idOrKeyOrUuid}',
    resource: 'Apps',
    summary: 'Archive an app',
    description: 'Archiving an archived app changes nothing. Only operators archive public apps.',
    params: appParams,
    response: z.null(),
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    ifMatch: true,
  },
  searchApps: {
    method: 'GET',
    path: '/external-apps/search',
    resource: 'Apps',
    summary: 'Search apps with all their details',
    query: z.strictObject({
      ...pagingShape,
      ...appFilterShape,
      isConnected: queryBoolean.optional(),
      state: z.enum(archivedStates).optional().describe('`active` when absent'),
      sort: appSortSchema
        .optional()
        .describe('A member, with a minus to sort descending; the best matches first when absent'),
    }),
    response: pageOf(appDetailsSchema).extend({ total: z.int().nonnegative() }),
    errors: [],
    caller: 'reader',
    workspaceToken: 'preferred',
    extension: true,
  },
  listAppCategories: {
    method: 'GET',
    path: '/external-apps/categories',
    resource: 'Apps',
    summary: 'List the categories of apps',
    description: `Covers the first ${maxCategorizedApps.toLocaleString('en')} apps by name.`,
    query: z.strictObject({ scope: appFilterShape.scope }),
    response: z.object({ items: z.array(z.string()) }),
    errors: [],
    caller: 'reader',
    workspaceToken: 'preferred',
    extension: true,
  },
  archiveApps: {
    method: 'POST',
    path: '/external-apps/archive',
    resource: 'Apps',
    summary: 'Archive many apps at once',
    description:
      'By list or by filter, in one transaction, with an outcome for each app. ' +
      '`validateOnly` reports what would happen.',
    body: archiveRequestSchema,
    response: z
      .object({
        batchId: z.string().optional(),
        count: z.int().nonnegative(),
        items: z.array(archivedItemSchema),
      })
      .meta({ id: 'AppArchiveResult' }),
    errors: ['conflict'],
    caller: 'admin',
    slow: true,
    largeBody: true,
    extension: true,
  },
  listAppArchives: {
    method: 'GET',
    path: '/external-apps/archive',
    resource: 'Apps',
    summary: 'List the latest bulk archives',
    response: z.object({ items: z.array(batchSchema) }),
    errors: [],
    caller: 'admin',
    workspaceToken: 'preferred',
    extension: true,
  },
  restoreAppArchive: {
    method: 'POST',
    path: '/external-apps/archive/{batchId}/restore',
    resource: 'Apps',
    summary: 'Restore the apps of a bulk archive',
    params: z.strictObject({ batchId: z.string().min(1).max(200) }),
    response: z.object({ count: z.int().nonnegative() }).meta({ id: 'AppArchiveRestored' }),
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
  },
  getApp: {
    method: 'GET',
    path: '/external-apps/{idOrKeyOrUuid}',
    resource: 'Apps',
    summary: 'Read an app, archived or not',
    params: appParams,
    response: appDetailsSchema,
    errors: ['not_found'],
    caller: 'reader',
    workspaceToken: 'preferred',
    extension: true,
  },
  updateApp: {
    method: 'PATCH',
    path: '/external-apps/{idOrKeyOrUuid}',
    resource: 'Apps',
    summary: 'Update an app of the workspace',
    description:
      'Changes the members in the body; with no body, or `{}`, nothing. The key cannot change. ' +
      '`If-Match` takes the ETag of a read.',
    params: appParams,
    body: appUpdateSchema,
    bodyOptional: true,
    response: appDetailsSchema,
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    workspaceToken: 'required',
    extension: true,
    etag: true,
  },
  restoreApp: {
    method: 'POST',
    path: '/external-apps/{idOrKeyOrUuid}/restore',
    resource: 'Apps',
    summary: 'Restore an archived app',
    params: appParams,
    response: appDetailsSchema,
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
    etag: true,
  },
} as const satisfies Record<string, Operation>
