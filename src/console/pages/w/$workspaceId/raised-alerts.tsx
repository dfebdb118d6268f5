import { Badge, Button, Group, Select, SegmentedControl, Skeleton, Table, Text } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { alertSeverities, alertStatuses, alertTypeFacts, alertTypeNames, isAlertType, type Alert } from '../../../../contract/alerts'
import { alertsQuery, mutesQuery } from '../../../api/alerts'
import { faultOf } from '../../../api/fault'
import { FaultAlert } from '../../../layout/fault-alert'
import { LinkAnchor } from '../../../layout/link-anchor'
import { PageHeader } from '../../../layout/page-header'
import { EmptyState } from '../../../layout/page-states'
import { useTokenFacts } from '../../../session/use-session'
import { MuteMenu } from './-raised-alerts/mute-menu'

export const Route = createFileRoute('/w/$workspaceId/raised-alerts')({
  validateSearch: z.object({
    status: z.enum(alertStatuses).optional().catch(undefined),
    severity: z.enum(alertSeverities).optional().catch(undefined),
    type: z.enum(alertTypeNames).optional().catch(undefined),
  }),
  component: RaisedAlertsPage,
})

/** What was raised, newest first: what goes on, and what has passed. */
function RaisedAlertsPage() {
  const { workspaceId } = Route.useParams()
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  const role = useTokenFacts()?.role
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({ ...alertsQuery(workspaceId, filter), placeholderData: (before) => before })
  const { data: mutes } = useQuery(mutesQuery(workspaceId))
  const alerts = data?.pages.flatMap(({ items }) => items) ?? []
  const mutedUntil = new Map(mutes?.answer.items.map(({ type, mutedUntil: until }) => [type, until]))
  const narrow = (search: Partial<typeof filter>) => void navigate({ search: (before) => ({ ...before, ...search }), replace: true })
  const isFiltered = filter.status !== undefined || filter.severity !== undefined || filter.type !== undefined

  return (
    <div className="page-wide">
      <PageHeader title="Raised alerts">
        What came close to a limit, and what was refused. An alert ends when the quantity has stayed low for a minute.
      </PageHeader>
      <Group gap="xs" mb="sm">
        <SegmentedControl
          aria-label="Status"
          size="xs"
          value={filter.status ?? 'all'}
          data={[{ value: 'all', label: 'All' }, { value: 'ongoing', label: 'Ongoing' }, { value: 'resolved', label: 'Resolved' }]}
          onChange={(value) => narrow({ status: alertStatuses.find((status) => status === value) })}
        />
        <Select aria-label="Severity" placeholder="Any severity" clearable clearButtonProps={{ 'aria-label': 'Any severity' }} w={150} data={[{ value: 'critical', label: 'Critical' }, { value: 'warning', label: 'Warning' }]} value={filter.severity ?? null} onChange={(value) => narrow({ severity: alertSeverities.find((severity) => severity === value) })} />
        <Select
          aria-label="Alert type"
          placeholder="Any type"
          clearable
          clearButtonProps={{ 'aria-label': 'Any type' }}
          searchable
          w={260}
          data={alertTypeNames.map((value) => ({ value, label: alertTypeFacts(value).label }))}
          value={filter.type ?? null}
          onChange={(value) => narrow({ type: alertTypeNames.find((name) => name === value) })}
        />
        <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">{isPending ? '' : `${alerts.length}${hasNextPage ? '+' : ''} ${alerts.length === 1 ? 'alert' : 'alerts'}`}</Text>
      </Group>
      {error !== null && <FaultAlert fault={faultOf(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={240} aria-label="Loading" />}
      {data !== undefined && alerts.length === 0 && <EmptyState icon={<IconBellCheck />} title={isFiltered ? 'No alert passes these filters' : 'Nothing was raised'}>{isFiltered ? undefined : 'No limit that is enforced here came near in this workspace.'}</EmptyState>}
      {alerts.length > 0 && (
        <div className="panel" style={{ overflowX: 'auto' }}>
          <Table miw={760} aria-label="Raised alerts" verticalSpacing="xs">
            <Table.Thead><Table.Tr><Table.Th>Alert</Table.Th><Table.Th>Status</Table.Th><Table.Th>Since</Table.Th><Table.Th>Last seen</Table.Th><Table.Th /></Table.Tr></Table.Thead>
            <Table.Tbody>{alerts.map((alert) => <AlertLine key={alert.id} alert={alert} workspaceId={workspaceId} mutedUntil={mutedUntil.get(isAlertType(alert.type) ? alert.type : 'testAlert')} mayMute={role === 'admin' || role === 'operator'} />)}</Table.Tbody>
          </Table>
        </div>
      )}
      {hasNextPage && <Button mt="sm" variant="default" onClick={() => void fetchNextPage()}>Show more</Button>}
    </div>
  )
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const when = (time: string) => moment.format(new Date(time))

interface AlertLineProps {
  alert: Alert
  workspaceId: string
  mutedUntil: string | undefined
  mayMute: boolean
}

function AlertLine({ alert, workspaceId, mutedUntil, mayMute }: AlertLineProps) {
  const facts = isAlertType(alert.type) ? alertTypeFacts(alert.type) : undefined
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <Badge size="sm" variant="filled" color={alert.severity === 'critical' ? 'danger.7' : 'caution.7'}>{alert.severity}</Badge>
          <Text span fz="sm" fw={600}>{facts?.label ?? alert.type}</Text>
          {facts?.limit !== undefined && <LinkAnchor to="/w/$workspaceId/limits" params={{ workspaceId }} search={{ focus: facts.limit }} fz="xs">limit</LinkAnchor>}
          {facts !== undefined && <LinkAnchor to="/w/$workspaceId/alerts" params={{ workspaceId }} search={{ focus: alert.type }} fz="xs">delivery</LinkAnchor>}
        </Group>
        <Text fz="sm" c="dimmed">{alert.description}</Text>
      </Table.Td>
      <Table.Td>
        <Text fz="sm" fw={alert.status === 'ongoing' ? 600 : 400} c={alert.status === 'ongoing' ? 'var(--sb-danger-text)' : 'dimmed'}>{alert.status}</Text>
        {alert.resolvedAt !== undefined && <Text fz="xs" c="dimmed" className="figures">{when(alert.resolvedAt)}</Text>}
      </Table.Td>
      <Table.Td className="figures"><Text fz="sm">{when(alert.createdAt)}</Text></Table.Td>
      <Table.Td className="figures"><Text fz="sm">{when(alert.lastSeenAt)}</Text></Table.Td>
      <Table.Td>
        {mutedUntil !== undefined && <Text fz="xs" c="dimmed">muted until {when(mutedUntil)}</Text>}
        {mayMute && isAlertType(alert.type) && <MuteMenu workspaceId={workspaceId} type={alert.type} mutedUntil={mutedUntil} />}
      </Table.Td>
    </Table.Tr>
  )
}
