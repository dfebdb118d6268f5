import { Box, Group, Skeleton, Tabs, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, linkOptions } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { actionQuery, actionsQuery } from '@/console/api/actions'
import { prefetchRows } from '@/console/api/queries'
import { extensionsQuery } from '@/console/api/workspaces'
import { ErrorAlert } from '@/console/layout/error-alert'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { MasterDetail } from '@/console/table/master-detail'
import { useListPage } from '@/console/table/use-list-page'
import { CodeBlock } from '@/console/ui/code/code-block'
import { JsonView } from '@/console/ui/code/json-view'
import { CopyButton } from '@/console/ui/copy-button'
import { IconBolt } from '@/console/ui/icons.gen'
import { ActionForms } from './-actions/action-forms'

const views = ['tree', 'forms', 'json'] as const

export const Route = createFileRoute('/w/$workspaceId/actions')({
  validateSearch: z.object({
    id: z.string().optional().catch(undefined),
    view: z.enum(views).optional().catch(undefined),
    q: z.string().optional().catch(undefined),
    inside: z.string().optional().catch(undefined),
  }),
  loaderDeps: ({ search: { q = '' } }) => ({ q }),
  loader: async ({ context: { queryClient }, params: { workspaceId }, deps: { q } }) => {
    if (await queryClient.ensureQueryData(extensionsQuery))
      prefetchRows(queryClient, actionsQuery(workspaceId, q))
  },
  component: ActionsPage,
})

function ActionsPage() {
  const { workspaceId } = Route.useParams()
  const search = Route.useSearch()
  const { id, q = '' } = search
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const list = useListPage({ pages: { ...actionsQuery(workspaceId, q), enabled: extensions } })
  return (
    <div className="page-wide">
      <PageHeader title="Actions">{introductions.actions}</PageHeader>
      <MasterDetail
        noun={['an', 'action']}
        icon={<IconBolt />}
        action="Read"
        emptyText="Actions appear here when an integration defines them."
        list={extensions ? list : undefined}
        search={q}
        onSearch={(text) =>
          void navigate({ search: (before) => ({ ...before, q: text }), replace: true })
        }
        chosen={id}
        linkTo={(selector) =>
          linkOptions({
            to: '/w/$workspaceId/actions',
            params: { workspaceId },
            search: { ...search, id: selector },
          })
        }
      >
        {id !== undefined && <Action key={id} workspaceId={workspaceId} selector={id} />}
      </MasterDetail>
    </div>
  )
}

function Action({ workspaceId, selector }: { workspaceId: string; selector: string }) {
  const { view = 'tree', inside = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, error, refetch } = useQuery(actionQuery(workspaceId, selector))
  const json = useMemo(() => JSON.stringify(data?.response, null, 2), [data])
  if (error !== null) return <ErrorAlert error={error} onRetry={refetch} />
  if (data === undefined) return <Skeleton height={320} role="status" aria-label="Loading" />
  const action = data.response
  const name = typeof action['name'] === 'string' ? action['name'] : selector
  return (
    <section aria-label={name} className="panel" style={{ padding: 'var(--mantine-spacing-md)' }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Text fw={620}>{name}</Text>
          {typeof action['description'] === 'string' && (
            <Text fz="sm" c="dimmed">
              {action['description']}
            </Text>
          )}
        </Box>
        <CopyButton value={json} label="Copy JSON" />
      </Group>
      <Tabs
        value={view}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, view: views.find((known) => known === value) }),
            replace: true,
            resetScroll: false,
          })
        }
        mt="xs"
        keepMounted={false}
      >
        <Tabs.List mb="xs">
          <Tabs.Tab value="tree">Tree</Tabs.Tab>
          <Tabs.Tab value="forms">Forms</Tabs.Tab>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tree">
          <JsonView
            name={name}
            value={action}
            search={inside}
            onSearch={(search) =>
              void navigate({
                search: (before) => ({ ...before, inside: search }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="forms">
          <ActionForms action={action} />
        </Tabs.Panel>
        <Tabs.Panel value="json">
          <CodeBlock label="JSON" whole>
            {json}
          </CodeBlock>
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}
