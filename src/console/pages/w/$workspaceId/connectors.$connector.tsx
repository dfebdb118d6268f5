import { Group, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { toApiError } from '@/console/api/api-error'
import { connectorQuery, specificationQuery } from '@/console/api/connectors'
import { extensionsQuery } from '@/console/api/workspaces'
import { ErrorAlert } from '@/console/layout/error-alert'
import { PageHeader } from '@/console/layout/page-header'
import { EmptyState } from '@/console/layout/page-states'
import { useRecordTitle } from '@/console/layout/page-title'
import { StateBadges } from '@/console/layout/state-badges'
import { UsingConnections } from '@/console/layout/uses'
import { useIsTenant } from '@/console/session/use-session'
import { IconPlug } from '@/console/ui/icons.gen'
import { lazyPart } from '@/console/ui/loading/load-part'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { AllConnectorsLink } from './-connectors/all-connectors-link'
import { SpecificationTabs } from './-connectors/specification-tabs'
import { specificationViews } from './-connectors/specification-views'
import { Versions } from './-connectors/versions'

const VersionDiff = lazyPart(() => import('./-connectors/version-diff'))

export const Route = createFileRoute('/w/$workspaceId/connectors/$connector')({
  // /connectors/new, in any case, is the form for a new connector. Keys get a tilde in front.
  params: {
    parse: ({ connector }) => ({ connector: connector.replace(/^~/, '') }),
    stringify: ({ connector }) => ({ connector: connector.replace(/^(?=~|new$)/i, '~') }),
  },
  validateSearch: z.object({
    version: z.string().optional().catch(undefined),
    with: z.string().optional().catch(undefined),
    view: z.enum(specificationViews).optional().catch(undefined),
    inside: z.string().optional().catch(undefined),
  }),
  loaderDeps: ({ search: { version } }) => ({ version }),
  loader: async ({ context: { queryClient }, params: { workspaceId, connector }, deps }) => {
    void queryClient.prefetchQuery(connectorQuery(workspaceId, connector, deps.version))
    await queryClient.ensureQueryData(extensionsQuery)
  },
  component: ConnectorPage,
})

/** Keeps what is known of a connector while another version of it is read. */
function ofSameConnector(connector: string) {
  return <Read extends { response: { key: string; id: string } }>(before: Read | undefined) =>
    before !== undefined && [before.response.key, before.response.id].includes(connector)
      ? before
      : undefined
}

/** One connector: its specification and its versions. */
function ConnectorPage() {
  const { workspaceId, connector } = Route.useParams()
  const { version, with: other, view, inside } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    ...connectorQuery(workspaceId, connector, version),
    placeholderData: ofSameConnector(connector),
  })
  const isTenant = useIsTenant()
  const isReadable = extensions && !isTenant
  // What is shown below reads the same specification.
  const { data: read } = useQuery({
    ...specificationQuery(workspaceId, connector, version),
    enabled: isReadable,
    placeholderData: ofSameConnector(connector),
  })
  // Until both are read, it can be read-only or archived.
  const isKnown = data !== undefined && (!isReadable || read !== undefined)
  const isReadOnly = data?.response.isReadOnly === true
  const archivedAt = read?.response.archivedAt
  const error = failure === null ? undefined : toApiError(failure)
  const isVersionMissing = error?.isMissing === true && version !== undefined
  const latest = useQuery({
    ...connectorQuery(workspaceId, connector, undefined),
    enabled: isVersionMissing,
  })
  const name = (data ?? latest.data)?.response.name ?? connector
  const missing = isVersionMissing ? latest.error : failure
  const isMissing = missing !== null && toApiError(missing).isMissing
  const notFound = 'Connector not found'
  useRecordTitle(isMissing ? notFound : name)
  if (isMissing) {
    return (
      <div className="page-wide">
        <EmptyState isPage icon={<IconPlug />} title={notFound}>
          {toApiError(missing).message}.{' '}
          <AllConnectorsLink workspaceId={workspaceId} underline="always" />.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="page-wide">
      <AllConnectorsLink workspaceId={workspaceId} hiddenFrom="sm" />
      <PageHeader
        title={name}
        actions={
          <Versions
            workspaceId={workspaceId}
            connector={connector}
            isEditable={isKnown && !isReadOnly && archivedAt === undefined}
            version={version}
            other={other}
            onChange={(search) => void navigate({ search: (before) => ({ ...before, ...search }) })}
          />
        }
      >
        <Group gap={8}>
          <span className="mono">{connector}</span>
          <StateBadges record={{ archivedAt, isReadOnly }} />
        </Group>
      </PageHeader>
      {error !== undefined ? (
        <ErrorAlert error={error} onRetry={refetch} />
      ) : !extensions ? (
        <Text fz="sm" c="dimmed">
          This engine doesn’t expose connector specifications.
        </Text>
      ) : isTenant ? (
        <Text fz="sm" c="dimmed">
          A tenant’s token can’t read specifications.
        </Text>
      ) : other === undefined ? (
        <SpecificationTabs
          specification={specificationQuery(workspaceId, connector, version)}
          view={view}
          inside={inside}
          onUpdateSearch={(next) =>
            void navigate({
              search: (before) => ({ ...before, ...next }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      ) : (
        <LoadedPart>
          <VersionDiff
            workspaceId={workspaceId}
            connector={connector}
            versions={[other, version]}
          />
        </LoadedPart>
      )}
      {extensions && data !== undefined && (
        <UsingConnections
          title="Connections that use it"
          order={2}
          workspaceId={workspaceId}
          used={{ connectorId: data.response.id }}
        />
      )}
    </div>
  )
}
