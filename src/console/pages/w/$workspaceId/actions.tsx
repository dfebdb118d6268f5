import { Group, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { actionQuery, actionsQuery } from '../../../api/actions'
import { faultOf } from '../../../api/fault'
import { extensionsQuery } from '../../../api/workspaces'
import { CopyButton } from '../../../layout/copy-button'
import { FaultAlert } from '../../../layout/fault-alert'
import { JsonView } from '../../../layout/json-view'
import { PageHeader } from '../../../layout/page-header'
import { EmptyState } from '../../../layout/page-states'
import { PickerList } from '../../../layout/picker-list'
import { SelectorForm } from '../../../layout/selector-form'
import columns from '../../../layout/two-columns.module.css'

const views = ['tree', 'json'] as const

export const Route = createFileRoute('/w/$workspaceId/actions')({
  validateSearch: z.object({
    id: z.string().optional().catch(undefined),
    view: z.enum(views).optional().catch(undefined),
    q: z.string().optional().catch(undefined),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(extensionsQuery),
  component: ActionsPage,
})

function ActionsPage() {
  const { workspaceId } = Route.useParams()
  const { id, q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({ ...actionsQuery(workspaceId, q), enabled: extensions })
  const choose = (selector: string) => void navigate({ search: (before) => ({ ...before, id: selector }) })
  return (
    <div className="page-wide">
      <PageHeader title="Actions">What an integration can do: its input, its configuration, its output.</PageHeader>
      <div className={columns['columns']}>
        <Stack gap="sm">
          <SelectorForm value={id} action="Read" onChoose={choose} />
          {extensions && (
            <PickerList
              label="actions"
              items={data?.pages.flatMap(({ items }) => items)}
              error={error}
              search={q}
              onSearch={(search) => void navigate({ search: (before) => ({ ...before, q: search || undefined }), replace: true })}
              chosen={id}
              onChoose={(item) => choose(item.key ?? item.id)}
              hasMore={hasNextPage}
              onMore={() => void fetchNextPage()}
            />
          )}
        </Stack>
        {id === undefined ? <EmptyState icon={<IconBolt />} title="No action chosen">{extensions ? 'Choose one on the left, or type its id or key.' : 'Type the id or key of one.'}</EmptyState> : <Action key={id} workspaceId={workspaceId} selector={id} />}
      </div>
    </div>
  )
}

function Action({ workspaceId, selector }: { workspaceId: string; selector: string }) {
  const { view = 'tree' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, error, refetch } = useQuery(actionQuery(workspaceId, selector))
  if (error !== null) return <FaultAlert fault={faultOf(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={320} aria-label="Loading" />
  const action = data.answer
  const json = JSON.stringify(action, null, 2)
  const name = typeof action['name'] === 'string' ? action['name'] : selector
  return (
    <section aria-label={name} className="panel" style={{ padding: 'var(--mantine-spacing-md)' }}>
      <Group justify="space-between">
        <div>
          <Text fw={620}>{name}</Text>
          {typeof action['description'] === 'string' && <Text fz="sm" c="dimmed">{action['description']}</Text>}
        </div>
        <CopyButton value={json} label="Copy JSON" />
      </Group>
      <Tabs value={view} onChange={(value) => void navigate({ search: (before) => ({ ...before, view: views.find((known) => known === value) }), replace: true })} mt="xs" keepMounted={false}>
        <Tabs.List mb="xs">
          <Tabs.Tab value="tree">Tree</Tabs.Tab>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tree"><JsonView name={name} value={action} /></Tabs.Panel>
        <Tabs.Panel value="json"><pre className="code-block" tabIndex={0} style={{ maxHeight: 'none' }}>{json}</pre></Tabs.Panel>
      </Tabs>
    </section>
  )
}
