import { Badge, Skeleton, Tabs, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { connectorQuery, specificationQuery } from '../../../api/connectors'
import { toApiError } from '../../../api/api-error'
import { extensionsQuery } from '../../../api/workspaces'
import { ErrorAlert } from '../../../layout/error-alert'
import { JsonBlock } from '../../../ui/code-block'
import { JsonView } from '../../../ui/json-view'
import { LoadedPart } from '../../../ui/loaded-part'
import { lazyPart } from '../../../ui/new-version'
import { EmptyState } from '../../../layout/page-states'
import { LinkAnchor } from '../../../ui/link-anchor'
import { PageHeader } from '../../../layout/page-header'
import { useRecordTitle } from '../../../layout/page-title'
import { IconPlug } from '../../../ui/icons.gen'
import { ReadableSpecification } from './-connectors/readable-specification'
import { Versions } from './-connectors/versions'

const VersionDiff = lazyPart(() => import('./-connectors/version-diff'))

const views = ['page', 'tree', 'json'] as const

export const Route = createFileRoute('/w/$workspaceId/connectors/$connector')({
  validateSearch: z.object({
    version: z.string().optional().catch(undefined),
    with: z.string().optional().catch(undefined),
    view: z.enum(views).optional().catch(undefined),
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
  const { version, with: other } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const {
    data,
    error: failure,
    refetch,
  } = useQuery(connectorQuery(workspaceId, connector, version))
  const error = failure === null ? undefined : toApiError(failure)
  useRecordTitle(data?.response.name ?? connector)
  if (error?.isMissing === true && version === undefined) {
    return (
      <div className="page-wide">
        <EmptyState icon={<IconPlug />} title="Connector not found">
          {error.message}{' '}
          <LinkAnchor
            to="/w/$workspaceId/connectors"
            params={{ workspaceId }}
            fz="sm"
            underline="always"
          >
            All connectors
          </LinkAnchor>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="page-wide">
      <LinkAnchor to="/w/$workspaceId/connectors" params={{ workspaceId }} fz="sm">
        All connectors
      </LinkAnchor>
      <PageHeader
        title={data?.response.name ?? connector}
        actions={
          <Versions
            workspaceId={workspaceId}
            connector={connector}
            extensions={extensions}
            isReadOnly={data?.response.isReadOnly === true}
            version={version}
            other={other}
            onChange={(search) => void navigate({ search: (before) => ({ ...before, ...search }) })}
          />
        }
      >
        <span className="mono">{connector}</span>
        {data?.response.isReadOnly === true && (
          <Badge ml={8} size="xs" color="caution.7" variant="filled">
            Read-only
          </Badge>
        )}
      </PageHeader>
      {error !== undefined && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {error === undefined && !extensions && (
        <Text fz="sm" c="dimmed">
          This engine doesn’t expose connector specifications.
        </Text>
      )}
      {error === undefined && extensions && other === undefined && (
        <Specification workspaceId={workspaceId} connector={connector} version={version} />
      )}
      {error === undefined && extensions && other !== undefined && (
        <LoadedPart>
          <VersionDiff
            workspaceId={workspaceId}
            connector={connector}
            versions={[other, version]}
          />
        </LoadedPart>
      )}
    </div>
  )
}

interface SpecificationProps {
  workspaceId: string
  connector: string
  version: string | undefined
}

/** The specification of a connector, to read, to look through, or as JSON. */
function Specification({ workspaceId, connector, version }: SpecificationProps) {
  const { view = 'page', inside = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const {
    data,
    error: failure,
    refetch,
  } = useQuery(specificationQuery(workspaceId, connector, version))
  if (failure !== null)
    return <ErrorAlert error={toApiError(failure)} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={320} role="status" aria-label="Loading" />
  const specification = data.response
  return (
    <Tabs
      value={view}
      keepMounted={false}
      onChange={(value) =>
        void navigate({
          search: (before) => ({ ...before, view: views.find((known) => known === value) }),
          replace: true,
        })
      }
    >
      <Tabs.List mb="sm">
        <Tabs.Tab value="page">Specification</Tabs.Tab>
        <Tabs.Tab value="tree">Tree</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="page">
        <ReadableSpecification specification={specification} />
      </Tabs.Panel>
      <Tabs.Panel value="tree">
        <JsonView
          name={specification.name}
          value={specification}
          search={inside}
          onSearch={(search) =>
            void navigate({ search: (before) => ({ ...before, inside: search }), replace: true })
          }
        />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <JsonBlock value={specification} />
      </Tabs.Panel>
    </Tabs>
  )
}
