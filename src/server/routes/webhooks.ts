import { getWebhookDelivery } from '../services/webhooks/get'
import { listWebhookDeliveries } from '../services/webhooks/list'
import { pingWebhook } from '../services/webhooks/ping'
import { recoverWebhookDeliveries, resendWebhookDelivery } from '../services/webhooks/resend'
import { rotateWebhookSecret } from '../services/webhooks/rotate-secret'
import { getWebhook } from '../services/webhooks/state'
import type { GuardedHandlers } from '../http/handler'

export const webhookHandlers = {
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
  recoverWebhookDeliveries,
  getWebhook,
  pingWebhook,
  rotateWebhookSecret,
} satisfies Partial<GuardedHandlers>
