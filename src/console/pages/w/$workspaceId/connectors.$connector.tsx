import { Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { connectorQuery, specificationQuery } from '@/console/api/connectors'
import { extensionsQuery, useHasExtensions } from '@/console/api/workspaces'
import { ErrorAlert } from '@/console/layout/error-alert'
import { PageHeader } from '@/console/layout/page-header'
import { EmptyState } from '@/console/layout/page-states'
import { useRecordTitle } from '@/console/layout/page-title'
import { StateBadges } from '@/console/layout/state-badges'
import { UsingConnections } from '@/console/layout/uses'
import { IconPlug } from '@/console/ui/icons.gen'
import { lazyPart } from '@/console/ui/loading/load-part'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { AllConnectorsLink } from './-connectors/all-connectors-link'
import { SpecificationTabs } from './-connectors/specification-tabs'
import { specificationViews } from './-connectors/specification-views'
import { useConnector } from './-connectors/use-connector'
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

/** One connector: its specification and its versions. */
function ConnectorPage() {
  const { workspaceId, connector } = Route.useParams()
  const { version, with: other, view, inside } = Route.useSearch()
  const navigate = Route.useNavigate()
  const hasExtensions = useHasExtensions()
  const { id, name, isReadOnly, archivedAt, isEditable, error, refetch, missing, hiddenReason } =
    useConnector(workspaceId, connector, version)
  const notFound = 'Connector not found'
  useRecordTitle(missing === undefined ? name : notFound)
  if (missing !== undefined) {
    return (
      <div className="page-wide">
        <EmptyState isPage icon={<IconPlug />} title={notFound}>
          {missing}. <AllConnectorsLink workspaceId={workspaceId} underline="always" />.
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
            isEditable={isEditable}
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
      ) : hiddenReason !== undefined ? (
        <Text fz="sm" c="dimmed">
          {hiddenReason}
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
      {hasExtensions && id !== undefined && (
        <UsingConnections
          title="Connections that use it"
          order={2}
          workspaceId={workspaceId}
          used={{ connectorId: id }}
        />
      )}
    </div>
  )
}
