import { z } from 'zod'
import { timestamp } from './field'
import { isTenantLimitHere, limitFacts, limitNames, type LimitName } from './limits'
import type { Operation } from './operation'
import { defaultRetentionDays } from './retention'
import { workspaceParams } from './workspaces'

/** Spans of usage, with the length of one step of each in seconds. */
export const usageSpans = {
  hour: { label: '1 hour', seconds: 3600, stepSeconds: 60 },
  day: { label: '24 hours', seconds: 86_400, stepSeconds: 900 },
  week: { label: '7 days', seconds: 604_800, stepSeconds: 3600 },
  month: { label: '30 days', seconds: defaultRetentionDays * 86_400, stepSeconds: 28_800 },
} as const
export type UsageSpan = keyof typeof usageSpans
export const usageSpanNames = Object.keys(usageSpans).filter(isUsageSpan)

function isUsageSpan(name: string): name is UsageSpan {
  return Object.hasOwn(usageSpans, name)
}

const count = z.int().nonnegative()

const usagePointSchema = z
  .object({
    at: timestamp.describe('The start of the step. ISO 8601, UTC'),
    used: count.describe('How many were accepted in the step'),
    refused: count.describe('How many were refused in the step'),
    peak: count.describe('The highest level in the step'),
  })
  .meta({ id: 'UsagePoint' })

export type UsagePoint = z.infer<typeof usagePointSchema>

const limitUsageSchema = z
  .object({
    level: count.describe(
      'The current level of totals and hourly limits; of others, the peak of the last minute',
    ),
    points: z
      .array(usagePointSchema)
      .describe('Steps in which something was used or refused, oldest first'),
    attempts: z
      .array(z.object({ amount: count, times: count }))
      .describe(
        'How often each amount was requested at once in the last hour (per second, per hour or ' +
          'in flight), to compute what another limit would have refused',
      ),
  })
  .meta({ id: 'LimitUsage' })

export type LimitUsage = z.infer<typeof limitUsageSchema>

/** Counts the requests of the last hour that a limit of this value would have refused. */
export function countRejectedAt(name: LimitName, { attempts }: LimitUsage, value: number): number {
  const isRate = limitFacts(name).window !== undefined
  return attempts.reduce(
    (refused, { amount, times }) =>
      refused + (amount <= value ? 0 : times * (isRate ? amount - value : 1)),
    0,
  )
}

const tenantUsageSchema = z
  .object({
    id: z.string(),
    key: z.string(),
    name: z.string().optional(),
    used: count.describe('How many requests were accepted in the span'),
    refused: count.describe('How many requests were refused in the span'),
    peak: count.describe('The highest level in the span'),
  })
  .meta({ id: 'TenantUsage' })

export type TenantUsage = z.infer<typeof tenantUsageSchema>

/** How many tenants a response about their usage names at most. */
export const maxBusiestTenants = 100

const spanParameter = z
  .enum(usageSpanNames)
  .optional()
  .describe('How far back; the last hour when absent')

export const usageOperations = {
  getOrgWorkspaceUsage: {
    method: 'GET',
    path: '/org-workspaces/{id}/usage',
    resource: 'Workspaces',
    summary: 'Read the usage of the limits that this API enforces',
    params: workspaceParams,
    query: z.strictObject({
      span: spanParameter,
      limit: z.enum(limitNames).optional().describe('Only this limit'),
    }),
    response: z
      .object({
        from: timestamp,
        to: timestamp,
        stepSeconds: count,
        limits: z.record(z.string(), limitUsageSchema),
      })
      .meta({ id: 'Usage' }),
    errors: ['not_found'],
    caller: 'workspace',
    extension: true,
    unmetered: true,
  },
  getOrgWorkspaceTenantUsage: {
    method: 'GET',
    path: '/org-workspaces/{id}/usage/tenants',
    resource: 'Workspaces',
    summary: 'Read which tenants use most of a limit',
    description:
      `The ${maxBusiestTenants} tenants with the highest peak, highest first; those with the ` +
      'same peak by what was refused. Usage of tenants is kept by the hour, so that `from` is ' +
      'the start of an hour.',
    params: workspaceParams,
    query: z.strictObject({
      limit: z
        .enum(limitNames.filter(isTenantLimitHere))
        .optional()
        .describe(
          'A limit per tenant that this API enforces; `apiRequestsPerTenantPerHour` when absent',
        ),
      span: spanParameter,
    }),
    response: z
      .object({ from: timestamp, to: timestamp, items: z.array(tenantUsageSchema) })
      .meta({ id: 'TenantUsages' }),
    errors: ['not_found'],
    caller: 'workspace',
    extension: true,
    unmetered: true,
  },
} as const satisfies Record<string, Operation>
