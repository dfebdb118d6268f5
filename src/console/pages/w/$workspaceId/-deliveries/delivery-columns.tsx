import type { Column } from '@/console/table/columns'
import { timeColumn } from '@/console/table/time-column'
import { LinkAnchor } from '@/console/ui/link-anchor'
import type { Delivery } from '@/contract/deliveries'
import { DeliveryBadge } from './delivery-badge'

export const deliveryColumns: readonly Column<Delivery>[] = [
  {
    name: 'eventType',
    label: 'Event',
    value: ({ eventType }) => eventType,
    cell: ({ id, eventType }) => (
      <LinkAnchor
        from="/w/$workspaceId/deliveries"
        search={(before) => ({ ...before, id })}
        fz="sm"
        className="mono"
      >
        {eventType}
      </LinkAnchor>
    ),
    width: [11, 2],
  },
  {
    name: 'status',
    label: 'Status',
    value: ({ status }) => status,
    cell: ({ status }) => <DeliveryBadge status={status} />,
    width: [6.5, 0.8],
  },
  {
    name: 'lastStatusCode',
    label: 'Response',
    value: ({ lastStatusCode }) => lastStatusCode,
    width: [6.5, 0.5],
    isFigure: true,
  },
  timeColumn('createdAt', 'Created', [8, 1]),
  {
    name: 'attempts',
    label: 'Attempts',
    value: ({ attempts }) => attempts,
    width: [6.5, 0.5],
    isFigure: true,
  },
  timeColumn('nextAttemptAt', 'Next attempt', [8, 1]),
  { ...timeColumn('finishedAt', 'Finished', [8, 1]), isExtra: true },
  {
    name: 'id',
    label: 'webhook-id',
    value: ({ id }) => id,
    cell: ({ id }) => <span className="mono">{id}</span>,
    width: [20, 1],
    isExtra: true,
  },
]
