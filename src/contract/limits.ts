import { z } from 'zod'
import { despiteWrongMembers } from './field'

export const limitUnits = ['number', 'msec', 'Mb'] as const
export type LimitUnit = (typeof limitUnits)[number]

/** The groups of limits, in order, with their labels. */
export const limitGroups = {
  parallelism: 'Parallelism',
  rates: 'Rates',
  totals: 'Totals',
  queues: 'Queues',
  perTenant: 'Per tenant',
} as const
export type LimitGroup = keyof typeof limitGroups

/** Lengths of the rolling windows, in seconds. */
export const windowSeconds = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  '30 days': 2_592_000,
} as const
type LimitWindow = keyof typeof windowSeconds

interface LimitFacts {
  label: string
  description: string
  group: LimitGroup
  unit: LimitUnit
  /** In `unit`. Applies if neither operator nor workspace sets a value. */
  defaultValue: number
  scope: 'workspace' | 'tenant' | 'connection'
  window?: LimitWindow
  /** Its name in the `RateLimit` headers, if this API enforces it rather than the engine. */
  policy?: string
}

/**
 * Every limit of the specification (2.2), in its spelling and order. The specification shows no
 * defaults; Signalbox defines these.
 */
export const limits = {
  parallelEventPulls: {
    label: 'Event pulls in parallel',
    description: 'Event pulls that run at once across the workspace.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 10,
    scope: 'workspace',
  },
  parallelIncrementalEventPullsPerConnection: {
    label: 'Incremental pulls per connection',
    description: 'Incremental event pulls that run at once on one connection.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 1,
    scope: 'connection',
  },
  parallelFullSyncEventPullsPerConnection: {
    label: 'Full-sync pulls per connection',
    description: 'Full-sync event pulls that run at once on one connection.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 1,
    scope: 'connection',
  },
  parallelFlowRuns: {
    label: 'Flow runs in parallel',
    description: 'Flow runs that execute at once across the workspace.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 100,
    scope: 'workspace',
  },
  parallelFlowRunsPerConnection: {
    label: 'Flow runs per connection',
    description: 'Flow runs that execute at once on one connection; more wait in its queue.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 1,
    scope: 'connection',
  },
  parallelApiRequests: {
    label: 'API requests in parallel',
    description: 'API requests in flight at once across the workspace.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 500,
    scope: 'workspace',
    policy: 'api-parallel',
  },
  parallelSseRequests: {
    label: 'Event streams in parallel',
    description: 'Open server-sent event streams.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 200,
    scope: 'workspace',
  },
  parallelBackgroundJobs: {
    label: 'Background jobs in parallel',
    description: 'Background jobs that run at once across the workspace.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 50,
    scope: 'workspace',
  },
  parallelEventProcessingJobs: {
    label: 'Event jobs in parallel',
    description: 'Jobs that process received events at once.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 50,
    scope: 'workspace',
  },
  parallelEventProcessingJobsPerConnection: {
    label: 'Event jobs per connection',
    description: 'Jobs that process one connection’s events at once.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 5,
    scope: 'connection',
  },
  parallelInstantTasksActiveJobs: {
    label: 'Instant tasks in parallel',
    description: 'Instant tasks being worked on at once.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 50,
    scope: 'workspace',
  },
  parallelAgentSessions: {
    label: 'Agent sessions in parallel',
    description: 'Agent sessions open at once.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 10,
    scope: 'workspace',
  },
  parallelCustomCodeRuns: {
    label: 'Custom code runs in parallel',
    description: 'Custom code runs that execute at once.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 50,
    scope: 'workspace',
  },
  ParallelWriteDatabaseRequests: {
    label: 'Database writes in parallel',
    description: 'Write requests to the workspace database in flight at once.',
    group: 'parallelism',
    unit: 'number',
    defaultValue: 50,
    scope: 'workspace',
  },

  fileUploadsMbPerHour: {
    label: 'File uploads per hour',
    description: 'Volume of files uploaded in a rolling hour.',
    group: 'rates',
    unit: 'Mb',
    defaultValue: 1000,
    scope: 'workspace',
    window: 'hour',
  },
  apiRequestsPerSecond: {
    label: 'API requests per second',
    description: 'API requests accepted in a rolling second.',
    group: 'rates',
    unit: 'number',
    defaultValue: 1000,
    scope: 'workspace',
    window: 'second',
    policy: 'api-second',
  },
  apiRequestsPerHour: {
    label: 'API requests per hour',
    description: 'API requests accepted in a rolling hour.',
    group: 'rates',
    unit: 'number',
    defaultValue: 1_000_000,
    scope: 'workspace',
    window: 'hour',
    policy: 'api-hour',
  },
  webhookRequestsPerSecond: {
    label: 'Webhook requests per second',
    description: 'Incoming webhook requests accepted in a rolling second.',
    group: 'rates',
    unit: 'number',
    defaultValue: 100,
    scope: 'workspace',
    window: 'second',
  },
  webhookRequestsPerHour: {
    label: 'Webhook requests per hour',
    description: 'Incoming webhook requests accepted in a rolling hour.',
    group: 'rates',
    unit: 'number',
    defaultValue: 100_000,
    scope: 'workspace',
    window: 'hour',
  },
  workspaceElementCreationsPerSecond: {
    label: 'Element creations per second',
    description: 'Connectors, apps and other elements created in a rolling second.',
    group: 'rates',
    unit: 'number',
    defaultValue: 100,
    scope: 'workspace',
    window: 'second',
    policy: 'elements-second',
  },
  workspaceElementCreationsPerHour: {
    label: 'Element creations per hour',
    description: 'Connectors, apps and other elements created in a rolling hour.',
    group: 'rates',
    unit: 'number',
    defaultValue: 5000,
    scope: 'workspace',
    window: 'hour',
    policy: 'elements-hour',
  },
  workspaceElementSearchIndexingPerMinute: {
    label: 'Search indexing per minute',
    description: 'Elements put into the search index in a rolling minute.',
    group: 'rates',
    unit: 'number',
    defaultValue: 1000,
    scope: 'workspace',
    window: 'minute',
  },
  mcpOAuthAuthorizationsPerHour: {
    label: 'MCP authorizations per hour',
    description: 'OAuth authorizations of MCP clients in a rolling hour.',
    group: 'rates',
    unit: 'number',
    defaultValue: 1000,
    scope: 'workspace',
    window: 'hour',
  },
  mcpOAuthTokensPerHour: {
    label: 'MCP tokens per hour',
    description: 'OAuth tokens issued to MCP clients in a rolling hour.',
    group: 'rates',
    unit: 'number',
    defaultValue: 5000,
    scope: 'workspace',
    window: 'hour',
  },

  totalNumberOfTenants: {
    label: 'Tenants',
    description: 'Tenants the workspace may hold.',
    group: 'totals',
    unit: 'number',
    defaultValue: 10_000,
    scope: 'workspace',
  },
  totalNumberOfConnections: {
    label: 'Connections',
    description: 'Connections the workspace may hold.',
    group: 'totals',
    unit: 'number',
    defaultValue: 50_000,
    scope: 'workspace',
  },
  totalNumberOfWorkspaceElements: {
    label: 'Workspace elements',
    description: 'Connectors, apps, actions and other elements the workspace may hold.',
    group: 'totals',
    unit: 'number',
    defaultValue: 20_000,
    scope: 'workspace',
    policy: 'elements-total',
  },
  totalFileStorageMb: {
    label: 'File storage',
    description: 'Volume of files the workspace may keep.',
    group: 'totals',
    unit: 'Mb',
    defaultValue: 10_240,
    scope: 'workspace',
  },
  totalNumberOfWorkspaceDatabaseRecords: {
    label: 'Database records',
    description: 'Records the workspace database may hold.',
    group: 'totals',
    unit: 'number',
    defaultValue: 1_000_000,
    scope: 'workspace',
  },

  flowRunsQueueSizePerConnection: {
    label: 'Flow run queue per connection',
    description: 'Flow runs that may wait on one connection; more are refused.',
    group: 'queues',
    unit: 'number',
    defaultValue: 10_000,
    scope: 'connection',
  },
  instantTasksQueueSize: {
    label: 'Instant task queue',
    description: 'Instant tasks that may wait.',
    group: 'queues',
    unit: 'number',
    defaultValue: 10_000,
    scope: 'workspace',
  },
  QueuedTasksQueueSize: {
    label: 'Queued task queue',
    description: 'Queued tasks that may wait.',
    group: 'queues',
    unit: 'number',
    defaultValue: 100_000,
    scope: 'workspace',
  },

  parallelApiRequestsPerTenant: {
    label: 'API requests in parallel per tenant',
    description: 'API requests of one tenant in flight at once.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 100,
    scope: 'tenant',
    policy: 'tenant-api-parallel',
  },
  parallelBackgroundJobsPerTenant: {
    label: 'Background jobs in parallel per tenant',
    description: 'Background jobs of one tenant that run at once.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 10,
    scope: 'tenant',
  },
  parallelCustomCodeRunsPerTenant: {
    label: 'Custom code runs in parallel per tenant',
    description: 'Custom code runs of one tenant that execute at once.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 10,
    scope: 'tenant',
  },
  totalNumberOfDatabaseEntitiesPerTenant: {
    label: 'Database entities per tenant',
    description: 'Database entities one tenant may hold.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 100_000,
    scope: 'tenant',
  },
  totalFileStorageMbPerTenant: {
    label: 'File storage per tenant',
    description: 'Volume of files one tenant may keep.',
    group: 'perTenant',
    unit: 'Mb',
    defaultValue: 1024,
    scope: 'tenant',
  },
  apiRequestsPerTenantPerSecond: {
    label: 'API requests per tenant and second',
    description: 'API requests of one tenant accepted in a rolling second.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 200,
    scope: 'tenant',
    window: 'second',
    policy: 'tenant-api-second',
  },
  apiRequestsPerTenantPerHour: {
    label: 'API requests per tenant and hour',
    description: 'API requests of one tenant accepted in a rolling hour.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 200_000,
    scope: 'tenant',
    window: 'hour',
    policy: 'tenant-api-hour',
  },
  externalAgentTaskActivityCallbacksPerTenantPerSecond: {
    label: 'Agent callbacks per tenant and second',
    description:
      'Task activity callbacks of external agents accepted for one tenant in a rolling second.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 10,
    scope: 'tenant',
    window: 'second',
  },
  externalAgentTaskActivityCallbacksPerTenantPerHour: {
    label: 'Agent callbacks per tenant and hour',
    description:
      'Task activity callbacks of external agents accepted for one tenant in a rolling hour.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 5000,
    scope: 'tenant',
    window: 'hour',
  },
  webhookRequestsPerTenantPerSecond: {
    label: 'Webhook requests per tenant and second',
    description: 'Incoming webhook requests of one tenant accepted in a rolling second.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 20,
    scope: 'tenant',
    window: 'second',
  },
  webhookRequestsPerTenantPerHour: {
    label: 'Webhook requests per tenant and hour',
    description: 'Incoming webhook requests of one tenant accepted in a rolling hour.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 20_000,
    scope: 'tenant',
    window: 'hour',
  },
  externalEventsPerTenantPerDay: {
    label: 'External events per tenant and day',
    description: 'External events of one tenant accepted in a rolling day.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 100_000,
    scope: 'tenant',
    window: 'day',
  },
  defaultTenantAiCreditsRolling30DayLimit: {
    label: 'AI credits per tenant in 30 days',
    description: 'AI credits one tenant may use in any 30 days, unless it has a custom limit.',
    group: 'perTenant',
    unit: 'number',
    defaultValue: 1000,
    scope: 'tenant',
    window: '30 days',
  },
} as const satisfies Record<string, LimitFacts>

export type LimitName = keyof typeof limits
export const limitNames = Object.keys(limits).filter(isLimitName)

/** Whether a text is the name of a limit that this API knows. */
export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(limits, name)
}

/** Returns the definition of a limit, typed with all optional members. */
export function limitFacts(name: LimitName): Readonly<LimitFacts> {
  return limits[name]
}

/** Whether this API enforces the limit itself. */
export function isEnforcedHere(name: LimitName): boolean {
  return limitFacts(name).policy !== undefined
}

/** Whether a limit is one that this API enforces for each tenant. */
export function isTenantLimitHere(name: LimitName): boolean {
  return isEnforcedHere(name) && limitFacts(name).scope === 'tenant'
}

/** Limits that the restore response does not show (2.2). */
export const limitsHiddenOnRestore = [
  'instantTasksQueueSize',
  'QueuedTasksQueueSize',
  'externalAgentTaskActivityCallbacksPerTenantPerSecond',
  'externalAgentTaskActivityCallbacksPerTenantPerHour',
] as const satisfies readonly LimitName[]

const limitNumber = z
  .number()
  .nonnegative('A limit is not negative; 0 allows none')
  .max(
    Number.MAX_SAFE_INTEGER,
    `This number is too large to store exactly: use at most ${Number.MAX_SAFE_INTEGER}`,
  )

/** A limit. Without a `value`, its default applies. */
export const limitEntrySchema = z
  .strictObject({
    unit: z.enum(limitUnits),
    value: limitNumber.optional(),
    defaultValue: limitNumber.optional(),
  })
  .superRefine((entry, context) => {
    if (entry.unit !== 'number' && entry.unit !== 'msec') return
    for (const member of ['value', 'defaultValue'] as const) {
      const number = entry[member]
      if (typeof number === 'number' && !Number.isInteger(number)) {
        context.addIssue({
          code: 'custom',
          path: [member],
          message: 'Use a whole number: only Mb can be fractional',
        })
      }
    }
  }, despiteWrongMembers)
  .meta({ id: 'LimitEntry' })

export type LimitEntry = z.infer<typeof limitEntrySchema>

/** `limits` in an update body: any of the 45 names, each with its unit. */
export const limitsUpdateSchema = z
  .partialRecord(z.enum(limitNames), limitEntrySchema)
  .superRefine((entries, context) => {
    for (const name of limitNames) {
      const sent = entries[name]?.unit
      const { unit } = limitFacts(name)
      if (sent !== undefined && limitUnits.includes(sent) && sent !== unit)
        context.addIssue({
          code: 'custom',
          path: [name, 'unit'],
          message: `Use the unit '${unit}': this limit has no other`,
        })
    }
  }, despiteWrongMembers)
  .meta({ id: 'LimitsUpdate' })

/** A limit in a response. Another engine may have any number, such as -1, and more members. */
export const limitSchema = z
  .looseObject({
    unit: z.enum(limitUnits),
    value: z.number().optional(),
    defaultValue: z.number().optional(),
  })
  .meta({ id: 'Limit' })

/** `limits` in a response: names that an engine adds are kept, so that they can be shown. */
export const limitsSchema = z.record(z.string(), limitSchema).meta({ id: 'Limits' })

export type Limits = z.infer<typeof limitsSchema>

/** The limits that a workspace and its operator have set. */
export interface LimitSources {
  limits: Limits
  operatorLimits: Limits
}

export type LimitLayer = 'operator' | 'workspace' | 'default'

interface EffectiveLimit {
  /** In the unit of the entry. Undefined when no layer sets a number, as in some engines. */
  value: number | undefined
  layer: LimitLayer
}

/**
 * Returns the number that applies and the layer that sets it: the operator's override, else the
 * workspace's value, else the default.
 */
export function effectiveLimit(
  entry: LimitEntry | undefined,
  override: LimitEntry | undefined,
): EffectiveLimit {
  if (override?.value !== undefined) return { value: override.value, layer: 'operator' }
  if (entry?.value !== undefined) return { value: entry.value, layer: 'workspace' }
  return { value: entry?.defaultValue, layer: 'default' }
}

/** Usage counts as near a limit from this percentage of it, unless a workspace sets another. */
export const defaultNearPercent = 80

/** Whether a level is near its limit. A limit of 0 is never near, since it blocks everything. */
export function isNear(level: number, max: number, nearPercent = defaultNearPercent): boolean {
  return max > 0 && level * 100 >= max * nearPercent
}
