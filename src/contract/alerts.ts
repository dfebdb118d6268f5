import { z } from 'zod'
import { timestamp, timestampInput, workspaceSelector } from './field'
import { defaultNearPercent, limitFacts, type LimitName } from './limits'
import type { Operation } from './operation'
import { pageOf, pagingShape, sortBy } from './pagination'

/** The categories of alerts, in order, with their labels. */
export const alertCategories = {
  rateLimit: 'Rate limits',
  tenantRateLimit: 'Tenant rate limits',
  usage: 'Credits',
  workspaceSize: 'Workspace size',
  test: 'Test',
} as const
export type AlertCategory = keyof typeof alertCategories

interface AlertTypeFacts {
  label: string
  description: string
  category: AlertCategory
  /** The limit that raises it. Its capitalization can differ from the alert type's. */
  limit?: LimitName
}

/** An alert type that a limit raises has the label of the limit. */
type AlertTypeRow = Pick<AlertTypeFacts, 'description' | 'category'> &
  ({ label: string } | { limit: LimitName })

/** Every alert type of the specification (2.4), in its spelling and order. */
const alertTypes = {
  fileUploadsMbPerHour: {
    description: 'The volume of files uploaded in an hour nears its limit.',
    category: 'rateLimit',
    limit: 'fileUploadsMbPerHour',
  },
  apiRequestsPerSecond: {
    description: 'API requests in a second near their limit.',
    category: 'rateLimit',
    limit: 'apiRequestsPerSecond',
  },
  apiRequestsPerHour: {
    description: 'API requests in an hour near their limit.',
    category: 'rateLimit',
    limit: 'apiRequestsPerHour',
  },
  webhookRequestsPerSecond: {
    description: 'Incoming webhook requests in a second near their limit.',
    category: 'rateLimit',
    limit: 'webhookRequestsPerSecond',
  },
  webhookRequestsPerHour: {
    description: 'Incoming webhook requests in an hour near their limit.',
    category: 'rateLimit',
    limit: 'webhookRequestsPerHour',
  },
  workspaceElementCreationsPerSecond: {
    description: 'Elements created in a second near their limit.',
    category: 'rateLimit',
    limit: 'workspaceElementCreationsPerSecond',
  },
  workspaceElementCreationsPerHour: {
    description: 'Elements created in an hour near their limit.',
    category: 'rateLimit',
    limit: 'workspaceElementCreationsPerHour',
  },
  workspaceElementSearchIndexingPerMinute: {
    description: 'Elements indexed in a minute near their limit.',
    category: 'rateLimit',
    limit: 'workspaceElementSearchIndexingPerMinute',
  },
  externalEventsPerTenantPerDay: {
    description: 'A tenant’s external events in a day near their limit.',
    category: 'rateLimit',
    limit: 'externalEventsPerTenantPerDay',
  },
  apiRequestsPerTenantPerSecond: {
    description: 'A tenant’s API requests in a second near their limit.',
    category: 'tenantRateLimit',
    limit: 'apiRequestsPerTenantPerSecond',
  },
  apiRequestsPerTenantPerHour: {
    description: 'A tenant’s API requests in an hour near their limit.',
    category: 'tenantRateLimit',
    limit: 'apiRequestsPerTenantPerHour',
  },
  webhookRequestsPerTenantPerSecond: {
    description: 'A tenant’s incoming webhook requests in a second near their limit.',
    category: 'tenantRateLimit',
    limit: 'webhookRequestsPerTenantPerSecond',
  },
  webhookRequestsPerTenantPerHour: {
    description: 'A tenant’s incoming webhook requests in an hour near their limit.',
    category: 'tenantRateLimit',
    limit: 'webhookRequestsPerTenantPerHour',
  },
  parallelApiRequestsPerTenant: {
    description: 'A tenant’s API requests in flight near their limit.',
    category: 'tenantRateLimit',
    limit: 'parallelApiRequestsPerTenant',
  },
  engineCreditsExhaustionProjected: {
    label: 'Engine credits will run out',
    description: 'At the current rate, engine credits run out before the period ends.',
    category: 'usage',
  },
  engineCreditsExhaustionActual: {
    label: 'Engine credits have run out',
    description: 'No engine credits are left in this period.',
    category: 'usage',
  },
  aiCreditsDebtAccumulated: {
    label: 'AI credit debt',
    description: 'More AI credits were used than the workspace has.',
    category: 'usage',
  },
  totalNumberOfDatabaseEntitiesPerTenant: {
    description: 'A tenant’s database entities near their limit.',
    category: 'workspaceSize',
    limit: 'totalNumberOfDatabaseEntitiesPerTenant',
  },
  totalFileStorageMbPerTenant: {
    description: 'A tenant’s stored files near their limit.',
    category: 'workspaceSize',
    limit: 'totalFileStorageMbPerTenant',
  },
  totalNumberOfTenants: {
    description: 'The number of tenants nears its limit.',
    category: 'workspaceSize',
    limit: 'totalNumberOfTenants',
  },
  totalNumberOfConnections: {
    description: 'The number of connections nears its limit.',
    category: 'workspaceSize',
    limit: 'totalNumberOfConnections',
  },
  totalNumberOfWorkspaceElements: {
    description: 'The number of elements nears its limit.',
    category: 'workspaceSize',
    limit: 'totalNumberOfWorkspaceElements',
  },
  totalFileStorageMb: {
    description: 'The volume of stored files nears its limit.',
    category: 'workspaceSize',
    limit: 'totalFileStorageMb',
  },
  totalNumberOfWorkspaceDatabaseRecords: {
    description: 'The number of database records nears its limit.',
    category: 'workspaceSize',
    limit: 'totalNumberOfWorkspaceDatabaseRecords',
  },
  instantTasksQueueSize: {
    description: 'The queue of instant tasks fills up.',
    category: 'workspaceSize',
    limit: 'instantTasksQueueSize',
  },
  queuedTasksQueueSize: {
    description: 'The queue of tasks fills up.',
    category: 'workspaceSize',
    limit: 'QueuedTasksQueueSize',
  },
  flowRunsQueueSizePerConnection: {
    description: 'A connection’s queue of flow runs fills up.',
    category: 'workspaceSize',
    limit: 'flowRunsQueueSizePerConnection',
  },
  eventsProcessingQueueSizePerConnection: {
    label: 'Event queue per connection',
    description: 'A connection’s queue of events to process fills up.',
    category: 'workspaceSize',
  },
  parallelApiRequests: {
    description: 'API requests in flight near their limit.',
    category: 'rateLimit',
    limit: 'parallelApiRequests',
  },
  testAlert: {
    label: 'Test alert',
    description: 'Raised manually to test each channel.',
    category: 'test',
  },
} as const satisfies Record<string, AlertTypeRow>

export type AlertType = keyof typeof alertTypes
export const alertTypeNames = Object.keys(alertTypes).filter(isAlertType)

/** Whether a text is the name of an alert type. */
export function isAlertType(name: string): name is AlertType {
  return Object.hasOwn(alertTypes, name)
}

/** Returns the definition of an alert type. */
export function alertTypeFacts(name: AlertType): Readonly<AlertTypeFacts> {
  const row: AlertTypeRow = alertTypes[name]
  return 'limit' in row ? { label: limitFacts(row.limit).label, ...row } : row
}

/** Returns the type of the alerts that a limit raises; undefined if it raises none. */
export function alertTypeOf(limit: LimitName): AlertType | undefined {
  return alertTypeNames.find((name) => alertTypeFacts(name).limit === limit)
}

const channelSchema = z.strictObject({ enabled: z.boolean() })

/** The channels of one alert type. The internal list always gets its alerts. */
export const alertDeliverySchema = z
  .strictObject({
    internal: z.literal(true, 'The internal list always receives alerts: only true is allowed'),
    webhook: channelSchema.optional(),
    email: channelSchema.optional(),
  })
  .meta({ id: 'AlertDelivery' })

export type AlertDelivery = z.infer<typeof alertDeliverySchema>

/** `alertDeliverySettings` in an update body: all thirty alert types, and no other. */
export const alertDeliverySettingsUpdateSchema = z
  .strictObject({ alertTypes: z.record(z.enum(alertTypeNames), alertDeliverySchema) })
  .meta({ id: 'AlertDeliverySettingsUpdate' })

/** The channels of one alert type in a response. An engine may add channels and members. */
export const storedDeliverySchema = alertDeliverySchema
  .extend({
    webhook: channelSchema.loose().optional(),
    email: channelSchema.loose().optional(),
  })
  .loose()
  .meta({ id: 'StoredAlertDelivery' })

/** `alertDeliverySettings` in a response: an engine may omit or add types and other members. */
export const alertDeliverySettingsSchema = z
  .looseObject({ alertTypes: z.record(z.string(), storedDeliverySchema).optional() })
  .meta({ id: 'AlertDeliverySettings' })

export const alertSeverities = ['critical', 'warning'] as const
export type AlertSeverity = (typeof alertSeverities)[number]
export const alertStatuses = ['ongoing', 'resolved'] as const
export type AlertStatus = (typeof alertStatuses)[number]

const alertSchema = z
  .object({
    id: z.string(),
    key: z.string(),
    type: z.string(),
    severity: z.enum(alertSeverities),
    status: z.enum(alertStatuses),
    description: z.string(),
    workspaceId: z.string().optional(),
    orgId: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
    lastSeenAt: timestamp,
    resolvedAt: timestamp.optional(),
  })
  .meta({ id: 'Alert' })

export type Alert = z.infer<typeof alertSchema>

/** An alert type that is muted until a time. The internal list still gets its alerts. */
const alertMuteSchema = z
  .object({ type: z.enum(alertTypeNames), mutedUntil: timestamp })
  .meta({ id: 'AlertMute' })

export type AlertMute = z.infer<typeof alertMuteSchema>

const alertChannels = ['internal', 'webhook', 'email'] as const

/** A notification channel, and why it cannot deliver. */
const alertChannelSchema = z
  .object({
    channel: z.enum(alertChannels),
    canDeliver: z.boolean(),
    reason: z.string().optional().describe('Why it cannot deliver, as a message for people'),
  })
  .meta({ id: 'AlertChannel' })

export type AlertChannel = z.infer<typeof alertChannelSchema>

/** What happened to an alert on one of its channels. */
const channelOutcomeSchema = z
  .object({
    channel: z.enum(alertChannels),
    outcome: z.enum(['delivered', 'queued', 'off']),
    message: z.string(),
    deliveryId: z.string().optional().describe('The delivery that shows what happens next'),
  })
  .meta({ id: 'ChannelOutcome' })

export type ChannelOutcome = z.infer<typeof channelOutcomeSchema>

const nearPercentText = `Percentage of a limit that raises alerts; ${defaultNearPercent} if absent`
const emailRecipientsText =
  'Who gets the alert e-mails of the workspace; the recipients of the server if absent or empty'

/** When a workspace is alerted, and who gets its e-mails. An engine may allow other values. */
export const alertSettingsSchema = z
  .object({
    nearPercent: z.number().optional().describe(nearPercentText),
    emailRecipients: z.array(z.string()).optional().describe(emailRecipientsText),
  })
  .meta({ id: 'AlertSettings' })

export type AlertSettings = z.infer<typeof alertSettingsSchema>

/** The lowest and highest percentage of a limit from which alerts can be raised. */
export const nearPercentRange = { min: 50, max: 99 } as const

/** How many e-mail recipients a workspace can have. */
const maxEmailRecipients = 20

export const emailRecipientSchema = z.email().max(254)

/** The body that replaces the alert settings of a workspace. */
export const alertSettingsUpdateSchema = z
  .strictObject({
    nearPercent: z
      .int()
      .min(nearPercentRange.min)
      .max(nearPercentRange.max)
      .optional()
      .describe(nearPercentText),
    emailRecipients: z
      .array(emailRecipientSchema)
      .max(maxEmailRecipients)
      .refine(
        (recipients) =>
          new Set(recipients.map((one) => one.toLowerCase())).size === recipients.length,
        'Name each address once',
      )
      .optional()
      .describe(emailRecipientsText),
  })
  .meta({ id: 'AlertSettingsUpdate' })

export type AlertSettingsUpdate = z.infer<typeof alertSettingsUpdateSchema>

/** The members that alerts can be sorted by. */
export const alertSortMembers = [
  'type',
  'severity',
  'status',
  'createdAt',
  'lastSeenAt',
  'resolvedAt',
] as const
export const alertSortSchema = sortBy(alertSortMembers)
export type AlertSort = z.infer<typeof alertSortSchema>

const ofWorkspace = {
  workspaceId: workspaceSelector,
}

export const alertOperations = {
  listAlerts: {
    method: 'GET',
    path: '/alerts',
    resource: 'Alerts',
    summary: 'List the alerts of a workspace',
    query: z.strictObject({
      ...pagingShape,
      ...ofWorkspace,
      status: z.enum(alertStatuses).optional(),
      severity: z.enum(alertSeverities).optional(),
      type: z.enum(alertTypeNames).optional(),
      sort: alertSortSchema
        .optional()
        .describe(
          'A member, with a minus to sort descending; newest first when absent. ' +
            'Types are sorted by their labels, and critical alerts before warnings',
        ),
    }),
    response: pageOf(alertSchema),
    errors: ['not_found'],
    caller: 'workspace',
    workspaceToken: 'preferred',
    extension: true,
    unmetered: true,
  },
  testAlert: {
    method: 'POST',
    path: '/alerts/test',
    resource: 'Alerts',
    summary: 'Raise a test alert',
    description: 'Sends it to the channels of the type `testAlert`, and resolves it at once.',
    body: z.strictObject(ofWorkspace),
    bodyOptional: true,
    response: z
      .object({ alert: alertSchema, channels: z.array(channelOutcomeSchema) })
      .meta({ id: 'TestedAlert' }),
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    workspaceToken: 'preferred',
    extension: true,
  },
  listAlertChannels: {
    method: 'GET',
    path: '/alerts/channels',
    resource: 'Alerts',
    summary: 'List the channels of alerts, and whether each can deliver',
    query: z.strictObject(ofWorkspace),
    response: z.object({ items: z.array(alertChannelSchema) }),
    errors: ['not_found'],
    caller: 'workspace',
    workspaceToken: 'preferred',
    extension: true,
    unmetered: true,
  },
  listAlertMutes: {
    method: 'GET',
    path: '/alerts/mutes',
    resource: 'Alerts',
    summary: 'List the muted alert types',
    query: z.strictObject(ofWorkspace),
    response: z.object({ items: z.array(alertMuteSchema) }),
    errors: ['not_found'],
    caller: 'workspace',
    workspaceToken: 'preferred',
    extension: true,
    unmetered: true,
  },
  setAlertMute: {
    method: 'PUT',
    path: '/alerts/mutes/{type}',
    resource: 'Alerts',
    summary: 'Mute an alert type until a time, or unmute it',
    params: z.strictObject({ type: z.enum(alertTypeNames) }),
    body: z.strictObject({
      ...ofWorkspace,
      mutedUntil: timestampInput.nullable().describe('`null` unmutes it'),
    }),
    response: z.object({ items: z.array(alertMuteSchema) }),
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    workspaceToken: 'preferred',
    extension: true,
    unmetered: true,
  },
} as const satisfies Record<string, Operation>
