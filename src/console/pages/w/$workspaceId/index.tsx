import { Anchor, Badge, Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { limitFacts, limitNames } from '../../../../contract/limits'
import type { Workspace } from '../../../../contract/workspaces'
import { channelsQuery, useActiveAlerts } from '../../../api/alerts'
import { toApiError } from '../../../api/api-error'
import { historyQuery } from '../../../api/history'
import { useLiveUsage } from '../../../api/usage'
import { webhookQuery } from '../../../api/webhooks'
import { extensionsQuery, workspaceQuery } from '../../../api/workspaces'
import { useReadOnlyReason } from '../../../forms/use-base'
import { CopyButton } from '../../../ui/copy-button'
import { ErrorAlert } from '../../../layout/error-alert'
import { loadWhenIdle } from '../../../ui/load-when-idle'
import { LoadedPart } from '../../../ui/loaded-part'
import { LinkAnchor } from '../../../ui/link-anchor'
import { formatDate, formatDateTime } from '../../../ui/format-date'
import { PageHeader } from '../../../layout/page-header'
import { ReadOnlyBanner } from '../../../layout/page-states'
import { WorkspaceBadges } from '../../../layout/workspace-badges'
import { currentSession, sessionFacts } from '../../../session/session'
import { userLocale } from '../../../ui/locale'
import { formatWithUnit } from '../../../ui/quantity'
import { alertRows } from '../../../forms/alert-rows'
import { describeAction } from '../../../forms/action-labels'
import { isNear, limitRows } from '../../../forms/limit-rows'
import { onlyKey, useReadings } from '../../../keys/use-read-keys'

// Menus are loaded after the first page.
const QuickActions = loadWhenIdle(() => import('./-overview/quick-actions'))

export const Route = createFileRoute('/w/$workspaceId/')({
  beforeLoad: ({ params }) => {
    const role = sessionFacts(currentSession())?.role
    // These roles can’t read the record: they start where they can.
    if (role === 'reader' || role === 'tenant')
      throw redirect({ to: '/w/$workspaceId/apps', params })
  },
  component: OverviewPage,
})

function Card({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="panel" style={{ padding: 'var(--mantine-spacing-md)' }} aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Text component="h2" fz="md" fw={620} m={0}>
          {title}
        </Text>
        {action}
      </Group>
      {children}
    </section>
  )
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" py={3}>
      <Text component="div" fz="sm">
        {label}
      </Text>
      <Text
        component="div"
        fz="sm"
        ta="right"
        className="figures"
        style={{ overflowWrap: 'anywhere' }}
      >
        {children}
      </Text>
    </Group>
  )
}

const dimmed = (text: string) => (
  <Text fz="sm" c="dimmed">
    {text}
  </Text>
)

/** The overview of a workspace: problems, customized values and sign-in. */
function OverviewPage() {
  const { workspaceId } = Route.useParams()
  const { data } = useSuspenseQuery(workspaceQuery(workspaceId))
  const workspace = data.response
  const readOnlyReason = useReadOnlyReason(data)
  return (
    <div className="page">
      <PageHeader
        title={workspace.name}
        actions={
          readOnlyReason === undefined && (
            <LoadedPart>
              <QuickActions workspaceId={workspaceId} />
            </LoadedPart>
          )
        }
      >
        <Group gap="xs">
          <WorkspaceBadges {...workspace} />
          <span className="mono">{workspace.key}</span>
        </Group>
      </PageHeader>
      {readOnlyReason !== undefined && (
        <ReadOnlyBanner reason={readOnlyReason} archived={workspace.archivedAt !== undefined} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Now workspace={workspace} />
        <Operator workspace={workspace} />
        <Limits workspace={workspace} />
        <LatestChanges workspaceId={workspaceId} />
        <Delivery workspace={workspace} />
        <Access workspace={workspace} />
      </SimpleGrid>
    </div>
  )
}

/** Lists problems; empty if the engine doesn't report them. */
function Now({ workspace }: { workspace: Workspace }) {
  const params = { workspaceId: workspace.id }
  const { data: hasExtensions } = useQuery(extensionsQuery)
  const usage = useLiveUsage(workspace.id)
  const ongoing = useActiveAlerts(workspace.id)
  const { data: webhook } = useQuery({
    ...webhookQuery(workspace.id),
    enabled: hasExtensions === true,
  })
  if (hasExtensions !== true) return null
  const near = limitRows(workspace, {}, usage).filter(isNear)
  const state = webhook?.response
  const isFailing = state?.disabledAt !== undefined || state?.failingSince !== undefined
  return (
    <Card
      title="Now"
      action={
        <LinkAnchor to="/w/$workspaceId/raised-alerts" params={params} fz="sm">
          Raised alerts
        </LinkAnchor>
      }
    >
      {ongoing.map(({ id, severity, description }) => (
        <Group key={id} gap="sm" wrap="nowrap" align="flex-start" py={3}>
          <Badge
            size="sm"
            variant="filled"
            color={severity === 'critical' ? 'danger.7' : 'caution.7'}
            flex="none"
          >
            {severity}
          </Badge>
          <Text fz="sm">{description}</Text>
        </Group>
      ))}
      {near.map(({ name, label, unit, usage: used, effective }) => (
        <Line
          key={name}
          label={
            <LinkAnchor
              to="/w/$workspaceId/limits"
              params={params}
              search={{ focus: name }}
              fz="sm"
              c="inherit"
            >
              {label}
            </LinkAnchor>
          }
        >
          <Text span inherit c="var(--sb-danger-text)">
            <b>{formatWithUnit(used?.level ?? 0, unit, userLocale)}</b> of{' '}
            {formatWithUnit(effective ?? 0, unit, userLocale)}
          </Text>
        </Line>
      ))}
      {isFailing && (
        <Line
          label={
            <LinkAnchor to="/w/$workspaceId/deliveries" params={params} fz="sm" c="inherit">
              Webhook
            </LinkAnchor>
          }
        >
          <Text span inherit c="var(--sb-danger-text)">
            {state?.disabledAt === undefined ? 'deliveries are failing' : 'disabled'}
          </Text>
        </Line>
      )}
      {ongoing.length === 0 &&
        near.length === 0 &&
        !isFailing &&
        dimmed('All clear: no active alerts, no limits near capacity, webhook healthy.')}
    </Card>
  )
}

const maxChangesShown = 6

/** Lists the latest changes; empty if the engine has no history. */
function LatestChanges({ workspaceId }: { workspaceId: string }) {
  const { data: hasExtensions } = useQuery(extensionsQuery)
  // Each sign-in of an operator issues a token: that is no change of the workspace.
  const { data, error, isPending } = useInfiniteQuery({
    ...historyQuery(workspaceId, { outcome: 'done' }),
    enabled: hasExtensions === true,
  })
  if (hasExtensions !== true) return null
  const events = data?.pages[0]?.items
    .filter(({ operation }) => operation !== 'createOrgWorkspaceAccessToken')
    .slice(0, maxChangesShown)
  return (
    <Card
      title="Latest changes"
      action={
        <LinkAnchor to="/w/$workspaceId/history" params={{ workspaceId }} fz="sm">
          History
        </LinkAnchor>
      }
    >
      {isPending && <Skeleton height={120} role="status" aria-label="Loading" />}
      {error !== null && <ErrorAlert error={toApiError(error)} />}
      {events?.length === 0 && dimmed('No changes yet.')}
      {events?.map((event) => (
        <Line
          key={event.id}
          label={
            <>
              <b>{event.actor.name}</b>{' '}
              <LinkAnchor
                to="/w/$workspaceId/history"
                params={{ workspaceId }}
                search={{ id: event.id }}
                fz="sm"
                c="inherit"
              >
                {describeAction(event)}
              </LinkAnchor>
            </>
          }
        >
          <Text span inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {formatDate(event.createdAt)}
          </Text>
        </Line>
      ))}
    </Card>
  )
}

function Limits({ workspace }: { workspace: Workspace }) {
  const own = limitRows(workspace, {}).filter(
    ({ shown, defaultValue }) => shown !== undefined && shown !== defaultValue,
  )
  return (
    <Card
      title="Custom limits"
      action={
        <LinkAnchor
          to="/w/$workspaceId/limits"
          params={{ workspaceId: workspace.id }}
          search={{ show: ['own'] }}
          fz="sm"
        >
          All {limitNames.length}
        </LinkAnchor>
      }
    >
      {own.length === 0 && dimmed('Every limit is at its default.')}
      {own.map(({ name, label, unit, shown, defaultValue, override }) => (
        <Line
          key={name}
          label={
            <LinkAnchor
              to="/w/$workspaceId/limits"
              params={{ workspaceId: workspace.id }}
              search={{ focus: name }}
              fz="sm"
              c="inherit"
            >
              {label}
            </LinkAnchor>
          }
        >
          {override !== undefined ? (
            <Text span fz="xs" c="var(--sb-overridden)">
              overridden ·{' '}
            </Text>
          ) : null}
          <b>{formatWithUnit(shown ?? 0, unit, userLocale)}</b>{' '}
          <Text span c="dimmed" fz="xs">
            {defaultValue === undefined
              ? ''
              : `default ${formatWithUnit(defaultValue, unit, userLocale)}`}
          </Text>
        </Line>
      ))}
    </Card>
  )
}

function Operator({ workspace }: { workspace: Workspace }) {
  const overrides = Object.entries(workspace.operatorLimits ?? {})
  const labels = new Map<string, string>(limitNames.map((name) => [name, limitFacts(name).label]))
  return (
    <Card title="Operator limits">
      {overrides.length === 0 && dimmed('No operator limits are set.')}
      {overrides.map(([name, { value, unit }]) => (
        <Line key={name} label={labels.get(name) ?? name}>
          <Text span c="var(--sb-overridden)" fw={600} fz="inherit">
            {value === undefined ? '–' : formatWithUnit(value, unit, userLocale)}
          </Text>
        </Line>
      ))}
      {workspace.operatorLimitsSyncError !== undefined && (
        <Text fz="sm" c="var(--sb-danger-text)" mt="xs">
          Mirroring failed: {workspace.operatorLimitsSyncError}
        </Text>
      )}
      {workspace.operatorLimitsSyncError === undefined &&
        workspace.operatorLimitsSyncedAt !== undefined && (
          <Text fz="xs" c="dimmed" mt="xs">
            Mirrored to {workspace.serviceInstanceId ?? 'the owning instance'} on{' '}
            {formatDateTime(workspace.operatorLimitsSyncedAt)}
          </Text>
        )}
    </Card>
  )
}

function Delivery({ workspace }: { workspace: Workspace }) {
  const rows = alertRows(workspace, {})
  const webhook = rows.filter(({ on }) => on.webhook).length
  const email = rows.filter(({ on }) => on.email).length
  const hasUri = (workspace.webhookUri ?? '') !== ''
  const params = { workspaceId: workspace.id }
  const { data: hasExtensions } = useQuery(extensionsQuery)
  const { data: ways } = useQuery({
    ...channelsQuery(workspace.id),
    enabled: hasExtensions === true,
  })
  const noMail = ways?.response.items.find(({ channel }) => channel === 'email')?.reason
  return (
    <Card
      title="Alerts and events"
      action={
        <LinkAnchor to="/w/$workspaceId/alerts" params={params} fz="sm">
          Delivery
        </LinkAnchor>
      }
    >
      <Line label="By webhook">
        {webhook} of {rows.length} alert types
      </Line>
      {webhook > 0 && !hasUri && (
        <Text fz="sm" c="var(--sb-danger-text)" pb={3}>
          These can’t be delivered: there is{' '}
          <LinkAnchor
            to="/w/$workspaceId/settings"
            params={params}
            hash="webhookUri"
            fz="sm"
            underline="always"
          >
            no webhook URI
          </LinkAnchor>
          .
        </Text>
      )}
      <Line label="By e-mail">
        {email} of {rows.length} alert types
      </Line>
      {email > 0 && noMail !== undefined && (
        <Text fz="sm" c="var(--sb-danger-text)" pb={3}>
          These can’t be delivered. {noMail}.
        </Text>
      )}
      <Line label="Webhook URI">
        {hasUri ? (
          <span className="mono">{workspace.webhookUri}</span>
        ) : (
          <Text span c="dimmed" fz="inherit">
            none
          </Text>
        )}
      </Line>
      <Line label="Events">{workspace.enabledWebhookEvents?.length ?? 0}</Line>
    </Card>
  )
}

function Access({ workspace }: { workspace: Workspace }) {
  const readings = useReadings((workspace.publicKeys ?? []).map(({ publicKey }) => publicKey))
  const strengthOf = (index: number) => {
    const reading = readings[index]
    const read = reading === undefined ? undefined : onlyKey(reading)
    return read !== undefined && 'key' in read ? read.key.strength : 'public key'
  }
  const secretRefused = workspace.settings?.['disableSecretKeyAuth'] === true
  return (
    <Card
      title="Who can sign in"
      action={
        <LinkAnchor
          to="/w/$workspaceId/settings"
          params={{ workspaceId: workspace.id }}
          hash="publicKeys"
          fz="sm"
        >
          Keys
        </LinkAnchor>
      }
    >
      <Line label="The workspace secret">
        {secretRefused ? (
          <Badge size="xs" color="gray">
            refused
          </Badge>
        ) : (
          'signs tokens'
        )}
      </Line>
      {workspace.publicKeys?.map(({ name }, index) => (
        <Line key={name} label={name}>
          {strengthOf(index)}
        </Line>
      ))}
      {workspace.publicKeys?.length === 0 && (
        <Line label="Public keys">
          <Text span c="dimmed" fz="inherit">
            none
          </Text>
        </Line>
      )}
      <Line label="JWKS URI">
        {workspace.jwksUri === null || workspace.jwksUri === undefined ? (
          <Text span c="dimmed" fz="inherit">
            none
          </Text>
        ) : (
          <Anchor href={workspace.jwksUri} fz="sm">
            {workspace.jwksUri}
          </Anchor>
        )}
      </Line>
      <Line label="Workspace key">
        <span className="mono">{workspace.key}</span>{' '}
        <CopyButton value={workspace.key} label="Copy key" iconOnly />
      </Line>
    </Card>
  )
}
