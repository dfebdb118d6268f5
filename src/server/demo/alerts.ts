import type { Insertable } from 'kysely'
import type { AlertSeverity, AlertType } from '@/contract/alerts'
import type { AlertsTable } from '@/server/store/schema'
import { idAt } from './deterministic'
import { launches, tenantBursts } from './usage'
import { productionKey, workspaceId } from './workspaces'

const minute = 60_000
const hour = 60 * minute

interface RaisedAlert {
  type: AlertType
  severity: AlertSeverity
  description: string
  hoursAgo: number
  /** Absent if it is still active. */
  minutes?: number
}

const timesOf = ({ hoursAgo, minutes }: (typeof tenantBursts)[number]) => ({ hoursAgo, minutes })

/** Apart from those of tenants, about limits whose usage isn't metered here. */
const others: readonly RaisedAlert[] = [
  {
    type: 'webhookRequestsPerSecond',
    severity: 'warning',
    description: 'Webhook requests per second: 84 of 100 are used.',
    hoursAgo: 27 * 24 - 4,
    minutes: 12,
  },
  {
    type: 'apiRequestsPerTenantPerSecond',
    severity: 'critical',
    description:
      'API requests per tenant and second: the limit of 30 is reached; usage above it is ' +
      'refused.',
    ...timesOf(tenantBursts[0]),
  },
  {
    type: 'fileUploadsMbPerHour',
    severity: 'warning',
    description: 'File uploads per hour: 870 MB of 1,000 MB are used.',
    hoursAgo: 16 * 24 + 6,
    minutes: 95,
  },
  {
    type: 'webhookRequestsPerHour',
    severity: 'warning',
    description: 'Webhook requests per hour: 122,000 of 150,000 are used.',
    hoursAgo: 12 * 24 + 1,
    minutes: 41,
  },
  {
    type: 'apiRequestsPerTenantPerSecond',
    severity: 'warning',
    description: 'API requests per tenant and second: 26 of 30 are used.',
    ...timesOf(tenantBursts[1]),
  },
  {
    type: 'webhookRequestsPerSecond',
    severity: 'warning',
    description: 'Webhook requests per second: 81 of 100 are used.',
    hoursAgo: 3 * 24 + 2,
    minutes: 7,
  },
]

/**
 * The alerts raised in the production workspace in the last weeks. One is active, because most of
 * the elements that the operator allows exist.
 * @param elements how many there are, and how many are allowed
 */
export function alertRows(
  now: Date,
  elements: { count: number; limit: number },
): Insertable<AlertsTable>[] {
  const raised: RaisedAlert[] = [
    ...others,
    ...launches.map((launch) => ({
      type: 'apiRequestsPerSecond' as const,
      severity: 'critical' as const,
      description:
        `API requests per second: the limit of ${launch.limit} is reached; usage above it ` +
        'is refused.',
      hoursAgo: launch.hoursAgo + launch.minutes / 60,
      minutes: launch.minutes + 1,
    })),
    {
      type: 'totalNumberOfWorkspaceElements',
      severity: 'warning',
      description: `Workspace elements: ${elements.count} of ${elements.limit} are used.`,
      hoursAgo: 31,
    },
  ]
  return raised.map(({ type, severity, description, hoursAgo, minutes }) => {
    const start = new Date(now.getTime() - hoursAgo * hour)
    const end = minutes === undefined ? now : new Date(start.getTime() + minutes * minute)
    return {
      id: idAt(`alert ${type} ${hoursAgo}`, start),
      workspace_id: workspaceId(productionKey),
      key: type,
      type,
      severity,
      status: minutes === undefined ? 'ongoing' : 'resolved',
      description,
      created_at: start,
      updated_at: minutes === undefined ? start : end,
      last_seen_at: minutes === undefined ? now : new Date(end.getTime() - minute),
      resolved_at: minutes === undefined ? null : end,
      notified_at: start,
      notified_severity: severity,
    }
  })
}
