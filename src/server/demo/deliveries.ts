import type { Insertable } from 'kysely'
import { retryDelaysSeconds } from '@/contract/deliveries'
import { describeStatus } from '@/server/notifications/attempt-delivery'
import type {
  AlertsTable,
  DeliveryAttemptsTable,
  WebhookDeliveriesTable,
} from '@/server/store/schema'
import { idAt, pick, share } from './deterministic'
import { storyDays, type StoryDay } from './story-calendar'
import { productionKey, productionWebhookUri, workspaceId } from './workspaces'

const count = 200
/** How many days the deliveries are spread over, up to now. */
const days = 27
/** The receiver was being upgraded for some hours, so that deliveries had to be retried. */
const upgrade = { start: storyDays - 9.2, end: storyDays - 9.1 }
/** An endpoint of the receiver rejected flow runs until its schema was corrected. */
const rejection = { start: storyDays - 17, end: storyDays - 15.6 }

interface NamedConnection {
  id: string
  key: string | null
  name: string
}

interface Event {
  eventType: string
  data: unknown
}

const flows = ['Sync contacts', 'Export invoices', 'Import orders', 'Update tickets'] as const
const flowErrors = [
  'The app responded with 429: too many requests',
  'The field "email" is missing',
  'The connection needs new credentials',
] as const

function eventOf(name: string, connections: readonly NamedConnection[]): Event {
  const connection = connections[Math.floor(share(`${name} connection`) * connections.length)]
  const data = { id: connection?.id, key: connection?.key, name: connection?.name }
  const chance = share(`${name} type`)
  if (chance < 0.35) return { eventType: 'connection.created', data }
  if (chance < 0.5) return { eventType: 'connection.disconnected', data }
  if (chance < 0.56)
    return {
      eventType: 'workspace.updated',
      data: { id: workspaceId(productionKey), name: 'Larkfield Production' },
    }
  return {
    eventType: 'flowRun.failed',
    data: {
      flow: pick(`${name} flow`, flows),
      connection: data,
      error: pick(`${name} error`, flowErrors),
    },
  }
}

interface Failure {
  status_code: number
  response_excerpt: string
  /** How many attempts failed. */
  times: number
}

const maxAttempts = retryDelaysSeconds.length + 1

function failureOf(name: string, { eventType }: Event, daysIn: number): Failure | undefined {
  if (daysIn > rejection.start && daysIn < rejection.end && eventType === 'flowRun.failed')
    return {
      status_code: 422,
      response_excerpt: '{"error":"unknown property \\"flow\\""}',
      times: maxAttempts,
    }
  if ((daysIn > upgrade.start && daysIn < upgrade.end) || share(`${name} fails`) < 0.04)
    return { status_code: 503, response_excerpt: 'Service unavailable', times: 2 }
  return undefined
}

/** Returns the past deliveries of the production workspace, with their attempts. */
export function deliveryRows(
  day: StoryDay,
  connections: readonly NamedConnection[],
  alerts: readonly Insertable<AlertsTable>[],
): {
  deliveries: Insertable<WebhookDeliveriesTable>[]
  attempts: Insertable<DeliveryAttemptsTable>[]
} {
  const occurrences = [
    ...Array.from({ length: count }, (_, index) => {
      const name = `delivery ${index}`
      // More recent ones are more frequent.
      const ago = days * ((count - index - share(`${name} time`)) / count) ** 1.3
      return {
        name,
        daysIn: storyDays - ago - 0.002,
        event: eventOf(name, connections),
        alertId: null,
      }
    }),
    ...alerts.map((alert) => ({
      name: `delivery of ${alert.id}`,
      daysIn: storyDays - (day(storyDays).getTime() - alert.created_at.getTime()) / 86_400_000,
      event: {
        eventType: 'alert.created',
        data: {
          id: alert.id,
          type: alert.type,
          severity: alert.severity,
          description: alert.description,
        },
      },
      alertId: alert.id,
    })),
  ]
  const rows = occurrences.map(({ name, daysIn, event, alertId }) => {
    const created = day(daysIn)
    const failure = failureOf(name, event, daysIn)
    const id = idAt(name, created)
    const hasFailed = failure?.times === maxAttempts
    const attemptCount = hasFailed ? maxAttempts : (failure?.times ?? 0) + 1
    const attempts = Array.from({ length: attemptCount }, (_, index) => {
      const isFailure = failure !== undefined && index < failure.times
      const delay = retryDelaysSeconds.slice(0, index).reduce((sum, seconds) => sum + seconds, 0)
      const started = new Date(created.getTime() + 400 + delay * 1000)
      const statusCode = isFailure ? failure.status_code : 200
      return {
        id: idAt(`${name} attempt ${index}`, started),
        delivery_id: id,
        uri: productionWebhookUri,
        started_at: started,
        milliseconds: Math.round(60 + 240 * share(`${name} takes ${index}`)),
        status_code: statusCode,
        error: describeStatus(statusCode) ?? null,
        response_excerpt: isFailure ? failure.response_excerpt : '{"received":true}',
      }
    })
    return {
      delivery: {
        id,
        workspace_id: workspaceId(productionKey),
        event_type: event.eventType,
        alert_id: alertId,
        body: JSON.stringify({ ...event, timestamp: created.toISOString() }),
        status: hasFailed ? ('failed' as const) : ('delivered' as const),
        attempts: attemptCount,
        next_attempt_at: null,
        created_at: created,
        finished_at: attempts.at(-1)?.started_at ?? created,
      },
      attempts,
    }
  })
  return {
    deliveries: rows.map(({ delivery }) => delivery),
    attempts: rows.flatMap(({ attempts }) => attempts),
  }
}
