import { z } from 'zod'
import {
  alertDeliverySettingsSchema,
  alertDeliverySettingsUpdateSchema,
  alertSettingsSchema,
  alertSettingsUpdateSchema,
} from './alerts'
import { clearableHttpUri, displayName, httpUri, imageUri, timestamp } from './field'
import { limitsSchema, limitsUpdateSchema } from './limits'
import type { Operation } from './operation'
import { pageOf, pagingShape, queryBoolean, searchText } from './pagination'

/** The nine settings of the specification (2.3), in its order. */
export const settings = {
  enableApiLogs: {
    label: 'API logs',
    description: 'Keep a log of every API request of this workspace.',
  },
  enableWebhookLogs: {
    label: 'Webhook logs',
    description: 'Keep a log of every webhook that apps send.',
  },
  enableActionRunLogs: {
    label: 'Action run logs',
    description: 'Keep the input and output of every action run.',
  },
  disableSecretKeyAuth: {
    label: 'Refuse tokens signed with the workspace secret',
    description:
      'Only tokens signed by one of the public keys, or by a key at the JWKS URI, are accepted.',
  },
  useServiceUniverse: {
    label: 'Public catalog',
    description: 'Offer the apps and connectors of the public catalog in this workspace.',
  },
  autoGenerateIntegrationsFromConnectors: {
    label: 'Create integrations from connectors',
    description:
      'When an integration is requested and a connector fits, create it from that connector.',
  },
  autoGenerateIntegrationsFromExternalApps: {
    label: 'Create integrations from apps',
    description:
      'When no connector fits but the app is known, create the integration from the app.',
  },
  autoGenerateIntegrationsFromWebSearch: {
    label: 'Create integrations from a web search',
    description: 'When the app is unknown too, search the web for its API.',
  },
  inboxEmailNotifications: {
    label: 'Inbox e-mails',
    description: 'Send an e-mail when something arrives in the inbox.',
  },
} as const satisfies Record<string, { label: string; description: string }>

export type SettingName = keyof typeof settings
export const settingNames = Object.keys(settings).filter(isSettingName)

/** Whether a text is the name of a setting that this API knows. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name)
}

/** The settings that the restore response shows (2.3). */
export const settingsShownOnRestore = [
  'enableApiLogs',
  'enableWebhookLogs',
  'enableActionRunLogs',
  'disableSecretKeyAuth',
  'useServiceUniverse',
  'inboxEmailNotifications',
] as const satisfies readonly SettingName[]

/** Hours that a rotated secret can stay valid for. */
export const maxSecretOverlapHours = 24

/** Rotations are refused while this many earlier secrets of a kind are valid. */
export const maxPreviousSecrets = 10

export const workspaceTypes = ['production', 'development'] as const
export type WorkspaceType = (typeof workspaceTypes)[number]

export const publicKeySchema = z
  .strictObject({ name: displayName, publicKey: z.string().trim().min(1).max(20_000) })
  .meta({ id: 'PublicKey' })

export type PublicKey = z.infer<typeof publicKeySchema>

/** How many public keys a workspace can have. */
export const maxPublicKeys = 50

const settingsUpdateSchema = z
  .partialRecord(z.enum(settingNames), z.boolean())
  .meta({ id: 'SettingsUpdate' })

/**
 * The body of an update. `limits` and `settings` merge by member; every other member replaces the
 * old value whole; `jwksUri: null` and an empty `webhookUri` or `logoUri` clear.
 */
export const workspaceUpdateSchema = z
  .strictObject({
    name: displayName.optional(),
    logoUri: imageUri.optional(),
    limits: limitsUpdateSchema.optional(),
    settings: settingsUpdateSchema.optional(),
    publicKeys: z.array(publicKeySchema).max(maxPublicKeys).optional(),
    userFieldsSchema: z.unknown().optional(),
    webhookUri: clearableHttpUri.optional(),
    enabledWebhookEvents: z.array(z.string().min(1).max(200)).max(200).optional(),
    alertDeliverySettings: alertDeliverySettingsUpdateSchema.optional(),
    jwksUri: httpUri.nullable().optional(),
    type: z.enum(workspaceTypes).optional(),
    isReadOnly: z.boolean().optional(),
  })
  .meta({ id: 'OrgWorkspaceUpdate' })

export type WorkspaceUpdate = z.input<typeof workspaceUpdateSchema>

/** A time of the record, whose format the specification does not show; unknown ones are dropped. */
const recordTime = z.iso.datetime({ offset: true }).optional().catch(undefined).describe('ISO 8601')

/**
 * The workspace record (2.1). Other engines omit members that the specification marks internal, so
 * only those that identify a workspace are required.
 */
export const workspaceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    orgId: z.string(),
    key: z.string(),
    secret: z
      .string()
      .optional()
      .describe(
        'Internal. Signs tokens of this workspace. Shown to operators, and to tokens that are ' +
          'signed with it or with a key of the workspace',
      ),
    apiBaseUri: z.string().optional().describe('Internal'),
    createdAt: recordTime,
    updatedAt: recordTime,
    featureFlags: z.array(z.string()).optional().describe('Internal'),
    logoUri: z.string().optional(),
    serviceInstanceId: z
      .string()
      .optional()
      .describe('Internal. The engine instance that owns the workspace'),
    operatorLimits: limitsSchema
      .optional()
      .describe('Internal. Limits that an operator set; they override those of the workspace'),
    operatorLimitsSyncedAt: recordTime.describe(
      'Internal. When operatorLimits were last mirrored to the owning instance',
    ),
    // An engine may clear it with an empty text.
    operatorLimitsSyncError: z
      .string()
      .min(1)
      .optional()
      .catch(undefined)
      .describe('Internal. Why the last mirror attempt failed'),
    limits: limitsSchema.optional(),
    settings: z.record(z.string(), z.boolean()).optional(),
    publicKeys: z.array(z.looseObject({ name: z.string(), publicKey: z.string() })).optional(),
    userFieldsSchema: z.unknown().optional(),
    webhookUri: z.string().optional(),
    enabledWebhookEvents: z.array(z.string()).optional(),
    alertDeliverySettings: alertDeliverySettingsSchema.optional(),
    jwksUri: z.string().nullable().optional(),
    type: z.enum(workspaceTypes).optional(),
    isReadOnly: z.boolean().optional(),
  })
  .meta({ id: 'OrgWorkspace' })

export type Workspace = z.infer<typeof workspaceSchema>

/**
 * The members that the extensions add to a record: when the workspace was archived, when its alerts
 * are raised and who gets their e-mails, whether operator limits still have to be mirrored, and how
 * long rotated secrets are still valid.
 */
export const workspaceStateSchema = z.object({
  archivedAt: timestamp.optional(),
  alertSettings: alertSettingsSchema
    .optional()
    .describe('When the workspace is alerted, and who gets its alert e-mails'),
  operatorLimitsMirrorPending: z
    .boolean()
    .optional()
    .describe(
      'Whether operatorLimits still have to be mirrored, after a change or a failed attempt',
    ),
  previousSecretsUntil: z
    .array(timestamp)
    .optional()
    .describe('When each rotated secret that still verifies tokens expires, oldest first'),
})

export const workspaceWithStateSchema = workspaceSchema
  .extend(workspaceStateSchema.shape)
  .meta({ id: 'OrgWorkspaceWithState' })

export type WorkspaceWithState = z.infer<typeof workspaceWithStateSchema>

/** A workspace in a list, without its secret. */
const workspaceSummarySchema = workspaceWithStateSchema
  .pick({
    id: true,
    name: true,
    orgId: true,
    key: true,
    logoUri: true,
    type: true,
    isReadOnly: true,
    createdAt: true,
    updatedAt: true,
    archivedAt: true,
  })
  .meta({ id: 'OrgWorkspaceSummary' })

export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>

export const workspaceParams = z.strictObject({ id: z.string().min(1).max(200) })

const workspaceCreateSchema = z
  .strictObject({
    name: displayName,
    orgId: z.string().min(1).max(200).optional(),
    logoUri: imageUri.optional(),
  })
  .meta({ id: 'OrgWorkspaceCreate' })

export const workspaceOperations = {
  updateOrgWorkspace: {
    method: 'PATCH',
    path: '/org-workspaces/{id}',
    resource: 'Workspaces',
    summary: 'Update a workspace',
    description: 'Changes the members in the body. With no body, or `{}`, it changes nothing.',
    params: workspaceParams,
    body: workspaceUpdateSchema,
    bodyOptional: true,
    response: workspaceSchema,
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    etag: true,
    unmetered: true,
  },
  restoreOrgWorkspace: {
    method: 'POST',
    path: '/org-workspaces/{id}/restore',
    resource: 'Workspaces',
    summary: 'Restore an archived workspace',
    description: 'The response has fewer limits and settings than that of an update.',
    params: workspaceParams,
    response: workspaceSchema,
    errors: ['not_found'],
    caller: 'operator',
    etag: true,
  },
  listOrgWorkspaces: {
    method: 'GET',
    path: '/org-workspaces',
    resource: 'Workspaces',
    summary: 'List the workspaces that the token can access',
    query: z.strictObject({
      ...pagingShape,
      search: searchText.optional(),
      orgId: z.string().max(200).optional(),
      includeArchived: queryBoolean.optional(),
    }),
    response: pageOf(workspaceSummarySchema),
    errors: [],
    caller: 'reader',
    extension: true,
    unmetered: true,
  },
  createOrgWorkspace: {
    method: 'POST',
    path: '/org-workspaces',
    resource: 'Workspaces',
    summary: 'Create a workspace',
    body: workspaceCreateSchema,
    response: workspaceWithStateSchema,
    errors: [],
    caller: 'operator',
    extension: true,
  },
  getOrgWorkspace: {
    method: 'GET',
    path: '/org-workspaces/{id}',
    resource: 'Workspaces',
    summary: 'Read a workspace',
    params: workspaceParams,
    query: z.strictObject({ includeArchived: queryBoolean.optional() }),
    response: workspaceWithStateSchema,
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
    etag: true,
    unmetered: true,
  },
  archiveOrgWorkspace: {
    method: 'DELETE',
    path: '/org-workspaces/{id}',
    resource: 'Workspaces',
    summary: 'Archive a workspace',
    description: 'Its tokens are refused at once. An operator can restore it.',
    params: workspaceParams,
    response: workspaceWithStateSchema,
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
    etag: true,
  },
  setOperatorLimits: {
    method: 'PUT',
    path: '/org-workspaces/{id}/operator-limits',
    resource: 'Workspaces',
    summary: 'Set the operator limits of a workspace',
    description: 'They override the limits of the workspace, and replace earlier operator limits.',
    params: workspaceParams,
    body: z
      .strictObject({ operatorLimits: limitsUpdateSchema })
      .meta({ id: 'OperatorLimitsUpdate' }),
    response: workspaceWithStateSchema,
    errors: ['not_found', 'conflict'],
    caller: 'operator',
    extension: true,
    etag: true,
  },
  setAlertSettings: {
    method: 'PUT',
    path: '/org-workspaces/{id}/alert-settings',
    resource: 'Workspaces',
    summary: 'Set when a workspace is alerted, and who gets its alert e-mails',
    description: 'They replace the earlier ones. A member that is left out has its default.',
    params: workspaceParams,
    body: alertSettingsUpdateSchema,
    response: workspaceWithStateSchema,
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    extension: true,
    etag: true,
    unmetered: true,
  },
  rotateOrgWorkspaceSecret: {
    method: 'POST',
    path: '/org-workspaces/{id}/rotate-secret',
    resource: 'Workspaces',
    summary: 'Rotate the secret of a workspace',
    description:
      'Revokes the tokens that the server issued for the workspace. Tokens signed with the old ' +
      'secret are refused after the overlap, and until then neither see the new secret nor issue ' +
      'tokens. Without an overlap, they are refused at once, as are tokens signed with secrets ' +
      'that were rotated earlier.',
    params: workspaceParams,
    body: z
      .strictObject({
        overlapHours: z
          .int()
          .min(0)
          .max(maxSecretOverlapHours)
          .default(0)
          .describe('How long tokens signed with the old secret are still accepted; 0 when absent'),
      })
      .meta({ id: 'SecretRotation' }),
    bodyOptional: true,
    response: z
      .object({
        secret: z.string().optional().describe('Shown like the secret of the workspace itself'),
        previousSecretUntil: timestamp
          .optional()
          .describe('When the old secret expires; absent if it expired at once'),
      })
      .meta({ id: 'WorkspaceSecret' }),
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    extension: true,
    etag: true,
  },
} as const satisfies Record<string, Operation>
