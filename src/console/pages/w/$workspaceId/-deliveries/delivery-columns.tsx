import type { Delivery } from '../../../../../contract/deliveries'
import { LinkAnchor } from '../../../../ui/link-anchor'
import { formatDateTime } from '../../../../ui/format-date'
import type { Column } from '../../../../table/columns'
import { DeliveryBadge } from './delivery-badge'

const time = (value: string | undefined) =>
  value === undefined ? undefined : formatDateTime(value)

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
    width: [14, 2],
  },
  {
    name: 'status',
    label: 'Status',
    value: ({ status }) => status,
    cell: ({ status }) => <DeliveryBadge status={status} />,
    width: [7, 0.8],
  },
  {
    name: 'lastStatusCode',
    label: 'Response',
    value: ({ lastStatusCode }) => lastStatusCode,
    width: [6, 0.5],
    isFigure: true,
  },
  {
    name: 'createdAt',
    label: 'Created',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => time(createdAt),
    width: [12, 1],
  },
  {
    name: 'attempts',
    label: 'Attempts',
    value: ({ attempts }) => attempts,
    width: [6, 0.5],
    isFigure: true,
  },
  {
    name: 'nextAttemptAt',
    label: 'Next attempt',
    value: ({ nextAttemptAt }) => nextAttemptAt,
    cell: ({ nextAttemptAt }) => time(nextAttemptAt),
    width: [12, 1],
  },
  {
    name: 'finishedAt',
    label: 'Finished',
    value: ({ finishedAt }) => finishedAt,
    cell: ({ finishedAt }) => time(finishedAt),
    width: [12, 1],
    isExtra: true,
  },
  {
    name: 'id',
    label: 'webhook-id',
    value: ({ id }) => id,
    cell: ({ id }) => <span className="mono">{id}</span>,
    width: [20, 1],
    isExtra: true,
  },
]
