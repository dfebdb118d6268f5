import type { Delivery } from '../../../../../contract/deliveries'
import { LinkAnchor } from '../../../../ui/link-anchor'
import { ListTime } from '../../../../ui/list-time'
import type { Column } from '../../../../table/columns'
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
    width: [5.5, 0.5],
    isFigure: true,
  },
  {
    name: 'createdAt',
    label: 'Created',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <ListTime value={createdAt} />,
    width: [8, 1],
  },
  {
    name: 'attempts',
    label: 'Attempts',
    value: ({ attempts }) => attempts,
    width: [5.5, 0.5],
    isFigure: true,
  },
  {
    name: 'nextAttemptAt',
    label: 'Next attempt',
    value: ({ nextAttemptAt }) => nextAttemptAt,
    cell: ({ nextAttemptAt }) => <ListTime value={nextAttemptAt} />,
    width: [8, 1],
  },
  {
    name: 'finishedAt',
    label: 'Finished',
    value: ({ finishedAt }) => finishedAt,
    cell: ({ finishedAt }) => <ListTime value={finishedAt} />,
    width: [8, 1],
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
