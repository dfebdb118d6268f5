import { z } from 'zod'
import { httpUri, timestamp, timestampInput } from './field'
import type { Operation } from './operation'
import { pageOf, pagingShape } from './pagination'
import { workspaceParams } from './workspaces'

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'stopped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Seconds from a failed attempt to the next. After the last, a delivery has failed. */
export const retryDelaysSeconds = [
  5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const

/** For so long a secret that was rotated out signs too. */
export const secretOverlapHours = 24

/** Rotations are refused while this many earlier secrets still sign: each adds to the header. */
export const maxPreviousSecrets = 10

/** One try to hand an event over. Without a status code no response came, and `error` says why. */
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
    /** Sent as `webhook-id`, the same with every attempt. */
    id: z.string(),
    eventType: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.int().nonnegative(),
    createdAt: timestamp,
    nextAttemptAt: timestamp.optional(),
    finishedAt: timestamp.optional(),
  })
  .meta({ id: 'WebhookDelivery' })

export type Delivery = z.infer<typeof deliverySchema>

const deliveryWithAttemptsSchema = deliverySchema
  .extend({
    body: z.string().describe('What is sent, to the letter'),
    attemptLog: z.array(deliveryAttemptSchema),
  })
  .meta({ id: 'WebhookDeliveryWithAttempts' })

export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttemptsSchema>

const webhookStateSchema = z
  .object({
    uri: z.string().optional(),
    hasSecret: z.boolean(),
    previousSecretsUntil: z
      .array(timestamp)
      .optional()
      .describe('When each earlier secret stops signing, soonest first. Absent when none signs'),
    failingSince: timestamp.optional(),
    disabledAt: timestamp
      .optional()
      .describe('Nothing is sent since: the address failed for five days, or said that it is gone'),
  })
  .meta({ id: 'WebhookState' })

export type WebhookState = z.infer<typeof webhookStateSchema>

const deliveryParams = z.strictObject({ id: z.uuid() })

export const deliveryOperations = {
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhook-deliveries',
    resource: 'Webhooks',
    summary: 'List what was sent, or is to be sent, to the webhook address',
    description: 'Newest first.',
    query: z.strictObject({
      ...pagingShape,
      workspaceId: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Whose; operators have to say, for others it is their own'),
      status: z.enum(deliveryStatuses).optional(),
      eventType: z.string().min(1).max(200).optional(),
      alertId: z.uuid().optional().describe('Only what told of this alert'),
      from: timestampInput.optional().describe('Only what was caused then or later. ISO 8601, UTC'),
      to: timestampInput.optional().describe('Only what was caused before. ISO 8601, UTC'),
    }),
    response: pageOf(deliverySchema),
    errors: ['not_found'],
    caller: 'admin',
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
    extension: true,
    unmetered: true,
  },
  resendWebhookDelivery: {
    method: 'POST',
    path: '/webhook-deliveries/{id}/resend',
    resource: 'Webhooks',
    summary: 'Send it again, now',
    description: 'Under the same id, so that a receiver can tell that it has it already.',
    params: deliveryParams,
    response: deliverySchema,
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    extension: true,
  },
  recoverWebhookDeliveries: {
    method: 'POST',
    path: '/org-workspaces/{id}/recover-deliveries',
    resource: 'Webhooks',
    summary: 'Send again what failed or was stopped since then',
    params: workspaceParams,
    body: z.strictObject({ since: timestampInput }),
    response: z.object({ count: z.int().nonnegative() }).meta({ id: 'RecoveredDeliveries' }),
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    extension: true,
  },
  getWebhook: {
    method: 'GET',
    path: '/org-workspaces/{id}/webhook',
    resource: 'Webhooks',
    summary: 'Tell how the webhook of a workspace stands',
    params: workspaceParams,
    response: webhookStateSchema,
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
    unmetered: true,
  },
  pingWebhook: {
    method: 'POST',
    path: '/org-workspaces/{id}/ping',
    resource: 'Webhooks',
    summary: 'Send a ping now, and tell what came of it',
    description:
      'To the address that is given, saved or not, else to the saved one. It is tried once.',
    params: workspaceParams,
    body: z.strictObject({ uri: httpUri.optional() }),
    bodyOptional: true,
    response: deliveryAttemptSchema,
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    slow: true,
    extension: true,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/org-workspaces/{id}/rotate-webhook-secret',
    resource: 'Webhooks',
    summary: 'Make a new secret for signing webhooks',
    description: `The secret is shown only once. Every earlier secret keeps signing until ${secretOverlapHours} hours after its own rotation, so that receivers can change over; at most ${maxPreviousSecrets} earlier secrets sign at a time.`,
    params: workspaceParams,
    response: z
      .object({ secret: z.string(), previousSecretUntil: timestamp.optional() })
      .meta({ id: 'WebhookSecret' }),
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    extension: true,
  },
} as const satisfies Record<string, Operation>
