import { z } from 'zod'
import { httpUri, timestamp, timestampInput, workspaceSelector } from './field'
import type { Operation } from './operation'
import { pageOf, pagingShape, sortBy } from './pagination'
import { maxPreviousSecrets, workspaceParams } from './workspaces'

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'stopped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Seconds from a failed attempt to the next. After the last, a delivery has failed. */
export const retryDelaysSeconds = [
  5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const

/** How many deliveries are stopped or recovered at a time, so that it takes about a second. */
export const maxDeliveriesChanged = 5000

/** For how many days an address has to fail until its webhook is disabled. */
export const webhookDisabledAfterDays = 5

/** How long an earlier secret also signs after its rotation. */
export const webhookSecretOverlapHours = 24

/**
 * An attempt to deliver an event. Without a status code, `error` says why there was no response.
 */
const deliveryAttemptSchema = z
  .object({
    uri: z.string(),
    startedAt: timestamp,
    milliseconds: z.int().nonnegative(),
    statusCode: z.int().optional(),
    error: z.string().optional(),
    responseExcerpt: z.string().optional(),
  })
  .meta({ id: 'DeliveryAttempt' })

export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>

const deliverySchema = z
  .object({
    id: z.string().describe('Sent as `webhook-id`, the same with every attempt'),
    eventType: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.int().nonnegative(),
    createdAt: timestamp,
    nextAttemptAt: timestamp.optional(),
    finishedAt: timestamp.optional(),
    lastStatusCode: z
      .int()
      .optional()
      .describe(
        'Status of the response to the latest attempt; absent without a response. In lists only',
      ),
  })
  .meta({ id: 'WebhookDelivery' })

export type Delivery = z.infer<typeof deliverySchema>

const deliveryWithAttemptsSchema = deliverySchema
  .extend({
    body: z.string().describe('The exact body that is sent'),
    attemptLog: z.array(deliveryAttemptSchema),
  })
  .meta({ id: 'WebhookDeliveryWithAttempts' })

export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttemptsSchema>

const webhookStateSchema = z
  .object({
    uri: z.string().optional(),
    hasSecret: z.boolean(),
    retentionDays: z.int().describe('How many days a finished delivery is kept'),
    previousSecretsUntil: z
      .array(timestamp)
      .optional()
      .describe('When each earlier secret stops signing, soonest first. Absent when none signs'),
    failingSince: timestamp.optional(),
    disabledAt: timestamp
      .optional()
      .describe(
        `When deliveries stopped because the address failed for ${webhookDisabledAfterDays} days ` +
          'or responded 410',
      ),
  })
  .meta({ id: 'WebhookState' })

export type WebhookState = z.infer<typeof webhookStateSchema>

/** The members that deliveries can be sorted by. */
export const deliverySortMembers = [
  'eventType',
  'status',
  'lastStatusCode',
  'createdAt',
  'attempts',
  'nextAttemptAt',
  'finishedAt',
  'id',
] as const
export const deliverySortSchema = sortBy(deliverySortMembers)
export type DeliverySort = z.infer<typeof deliverySortSchema>

const deliveryParams = z.strictObject({ id: z.uuid() })

export const deliveryOperations = {
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhook-deliveries',
    resource: 'Webhooks',
    summary: 'List the deliveries to the webhook of a workspace',
    query: z.strictObject({
      ...pagingShape,
      workspaceId: workspaceSelector,
      status: z.enum(deliveryStatuses).optional(),
      eventType: z.string().min(1).max(200).optional(),
      alertId: z.uuid().optional().describe('Only deliveries that report this alert'),
      from: timestampInput
        .optional()
        .describe('Only deliveries created then or later. ISO 8601, UTC'),
      to: timestampInput.optional().describe('Only deliveries created before. ISO 8601, UTC'),
      sort: deliverySortSchema
        .optional()
        .describe('A member, with a minus to sort descending; newest first when absent'),
    }),
    response: pageOf(deliverySchema),
    errors: ['not_found'],
    caller: 'admin',
    workspaceToken: 'preferred',
    extension: true,
    unmetered: true,
  },
  getWebhookDelivery: {
    method: 'GET',
    path: '/webhook-deliveries/{id}',
    resource: 'Webhooks',
    summary: 'Read a delivery with every attempt',
    params: deliveryParams,
    response: deliveryWithAttemptsSchema,
    errors: ['not_found'],
    caller: 'admin',
    workspaceToken: 'preferred',
    extension: true,
    unmetered: true,
  },
  resendWebhookDelivery: {
    method: 'POST',
    path: '/webhook-deliveries/{id}/resend',
    resource: 'Webhooks',
    summary: 'Resend a delivery',
    description: 'It keeps its id, so that a receiver can recognize it.',
    params: deliveryParams,
    response: deliverySchema,
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    workspaceToken: 'preferred',
    extension: true,
  },
  recoverWebhookDeliveries: {
    method: 'POST',
    path: '/org-workspaces/{id}/recover-deliveries',
    resource: 'Webhooks',
    summary: 'Resend missed deliveries since a given time',
    description:
      'Those that failed, were stopped or wait for a retry, which is sent at once. While the ' +
      'address keeps failing, they are counted again.',
    params: workspaceParams,
    body: z.strictObject({
      since: timestampInput,
      validateOnly: z
        .boolean()
        .optional()
        .describe('Only count the deliveries that would be resent. False when absent'),
    }),
    response: z
      .object({
        count: z
          .int()
          .nonnegative()
          .describe(
            `Deliveries that are resent: the oldest ${maxDeliveriesChanged}, if there are more. ` +
              'With `validateOnly`, all that were missed',
          ),
      })
      .meta({ id: 'RecoveredDeliveries' }),
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    workspaceToken: 'preferred',
    extension: true,
  },
  getWebhook: {
    method: 'GET',
    path: '/org-workspaces/{id}/webhook',
    resource: 'Webhooks',
    summary: 'Read the state of the webhook of a workspace',
    params: workspaceParams,
    response: webhookStateSchema,
    errors: ['not_found'],
    caller: 'admin',
    workspaceToken: 'preferred',
    extension: true,
    unmetered: true,
  },
  pingWebhook: {
    method: 'POST',
    path: '/org-workspaces/{id}/ping',
    resource: 'Webhooks',
    summary: 'Send a ping and return the result',
    description: 'Sends one ping, without retries, to the address in the body or the saved one.',
    params: workspaceParams,
    body: z.strictObject({ uri: httpUri.optional() }),
    bodyOptional: true,
    response: deliveryAttemptSchema,
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    workspaceToken: 'preferred',
    slow: true,
    extension: true,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/org-workspaces/{id}/rotate-webhook-secret',
    resource: 'Webhooks',
    summary: 'Rotate the webhook secret',
    description:
      'The secret is shown only once. An earlier secret also signs for ' +
      `${webhookSecretOverlapHours} hours after its rotation, ` +
      'so that receivers can change over; at most ' +
      `${maxPreviousSecrets} earlier secrets sign at a time.`,
    params: workspaceParams,
    response: z
      .object({ secret: z.string(), previousSecretUntil: timestamp.optional() })
      .meta({ id: 'WebhookSecret' }),
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    workspaceToken: 'preferred',
    extension: true,
  },
} as const satisfies Record<string, Operation>
