import { Badge, Code, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { authTypeNames, authTypes } from '../../../../contract/auth-types'
import { connectorFunctionNames, functionFacts } from '../../../../contract/connectors'
import { connectorQuery, specificationQuery } from '../../../api/connectors'
import { toApiError } from '../../../api/api-error'
import { extensionsQuery } from '../../../api/workspaces'
import { AppLogo } from '../../../ui/app-logo'
import { CopyButton } from '../../../ui/copy-button'
import { DefinitionRow } from '../../../ui/definition-list'
import { ErrorAlert } from '../../../layout/error-alert'
import { JsonView } from '../../../ui/json-view'
import { LoadedPart } from '../../../ui/loaded-part'
import { lazyPart } from '../../../ui/new-version'
import { EmptyState } from '../../../layout/page-states'
import { LinkAnchor } from '../../../ui/link-anchor'
import { formatDateTime } from '../../../ui/format-date'
import { PageHeader } from '../../../layout/page-header'
import { useRecordTitle } from '../../../layout/page-title'
import { Section } from '../../../forms/section'
import { IconPlug } from '../../../ui/icons.gen'
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

const functionSchema = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  code: z.string().optional(),
})

function Specification({
  workspaceId,
  connector,
  version,
}: {
  workspaceId: string
  connector: string
  version: string | undefined
}) {
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
  const json = JSON.stringify(specification, null, 2)
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
        <Readable specification={specification} />
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
        <Group justify="flex-end" mb={4}>
          <CopyButton value={json} label="Copy JSON" />
        </Group>
        <pre className="code-block" style={{ maxHeight: 'none' }} tabIndex={0}>
          {json}
        </pre>
      </Tabs.Panel>
    </Tabs>
  )
}

type Specification = Record<string, unknown> & {
  name: string
  version: string
  updatedAt: string
  uuid: string
}

/** A specification in readable form: facts, authentication, functions and schemas. */
function Readable({ specification }: { specification: Specification }) {
  const type = authTypeNames.find((name) => name === specification['type'])
  const options = z.record(z.string(), z.looseObject({})).safeParse(specification['options']).data
  const categories = z.array(z.string()).safeParse(specification['categories']).data ?? []
  const logo = z.string().safeParse(specification['logoUri']).data
  return (
    <Stack gap={0}>
      <Section title="General">
        <DefinitionRow label="Logo">
          <AppLogo name={specification.name} src={logo} />
        </DefinitionRow>
        <DefinitionRow label="Version">
          <span className="mono">{specification.version}</span>
        </DefinitionRow>
        <DefinitionRow label="Authentication">
          {type !== undefined
            ? `${authTypes[type].label}: ${authTypes[type].description}`
            : options !== undefined
              ? `${Object.keys(options).length} options: ${Object.keys(options).join(', ')}`
              : 'Not specified'}
        </DefinitionRow>
        <DefinitionRow label="Categories">{categories.join(', ') || '–'}</DefinitionRow>
        <DefinitionRow label="uuid">
          <span className="mono">{specification.uuid}</span>
        </DefinitionRow>
        <DefinitionRow label="Changed">{formatDateTime(specification.updatedAt)}</DefinitionRow>
      </Section>
      <Functions title="Functions" of={specification} />
      <Schemas of={specification} />
      {Object.entries(options ?? {}).map(([name, option]) => (
        <div key={name}>
          <Functions title={`Option ${name}: functions`} of={option} />
          <Schemas of={option} />
        </div>
      ))}
    </Stack>
  )
}

function Functions({ title, of }: { title: string; of: Record<string, unknown> }) {
  const present = connectorFunctionNames.filter((name) => of[name] !== undefined)
  if (present.length === 0) return null
  return (
    <Section title={title}>
      {present.map((name) => {
        const parsed = functionSchema.safeParse(of[name]).data
        const { label, description } = functionFacts(name)
        return (
          <div key={name}>
            <Group gap="xs">
              <Text fz="sm" fw={550}>
                {label}
              </Text>
              <span className="mono" style={{ fontSize: '0.75rem' }}>
                {name}
              </span>
              <Badge size="xs" color="gray" variant="outline">
                {parsed?.type ?? 'untyped'}
              </Badge>
            </Group>
            <Text fz="xs" c="dimmed" mb={4}>
              {parsed?.description ?? description}
            </Text>
            <Code block fz="xs" tabIndex={0} aria-label={`Code of ${label}`}>
              {parsed?.code ?? JSON.stringify(of[name], null, 2)}
            </Code>
          </div>
        )
      })}
    </Section>
  )
}

const schemaNames = ['inputSchema', 'customCredentialsSchema', 'parametersSchema', 'ui'] as const

function Schemas({ of }: { of: Record<string, unknown> }) {
  const present = schemaNames.filter((name) => of[name] !== undefined)
  if (present.length === 0) return null
  return (
    <Section title="Schemas">
      {present.map((name) => (
        <div key={name}>
          <Text fz="sm" fw={550} className="mono">
            {name}
          </Text>
          <Code block fz="xs" tabIndex={0} aria-label={name}>
            {JSON.stringify(of[name], null, 2)}
          </Code>
        </div>
      ))}
    </Section>
  )
}
