import { Badge, Button, Checkbox, Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { IconPlug, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { z } from 'zod'
import { connectorsQuery } from '../../../api/connectors'
import { faultOf } from '../../../api/fault'
import { AppLogo } from '../../../layout/app-logo'
import { FaultAlert } from '../../../layout/fault-alert'
import { PageHeader } from '../../../layout/page-header'
import { EmptyState } from '../../../layout/page-states'
import { useTokenFacts } from '../../../session/use-session'
import { SearchField } from '../../../table/search-field'
import classes from './-connectors/connectors.module.css'

export const Route = createFileRoute('/w/$workspaceId/connectors/')({
  validateSearch: z.object({ q: z.string().optional().catch(undefined), archived: z.boolean().optional().catch(undefined) }),
  component: ConnectorsPage,
})

function ConnectorsPage() {
  const { workspaceId } = Route.useParams()
  const { q = '', archived = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const role = useTokenFacts()?.role
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({ ...connectorsQuery(workspaceId, q, archived), placeholderData: (before) => before })
  const connectors = data?.pages.flatMap(({ items }) => items) ?? []
  const filter = (search: { q?: string | undefined; archived?: boolean | undefined }) => void navigate({ search: (before) => ({ ...before, ...search }), replace: true })
  return (
    <div className="page-wide">
      <PageHeader
        title="Connectors"
        actions={
          (role === 'admin' || role === 'operator') && (
            <Button leftSection={<IconPlus size={14} />} renderRoot={(props) => <Link {...props} to="/w/$workspaceId/connectors/new" params={{ workspaceId }} />}>Create a connector</Button>
          )
        }
      >
        How to sign in to an app and call it; integrations are built on them.
      </PageHeader>
      <Group gap="sm" mb="sm">
        <SearchField label="Find a connector" placeholder="Find by name or key" text={q} onText={(text) => filter({ q: text })} width={260} />
        <Checkbox size="xs" label="Archived too" checked={archived} onChange={(event) => filter({ archived: event.currentTarget.checked || undefined })} />
        <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">{isPending ? '' : `${connectors.length}${hasNextPage ? '+' : ''} connectors`}</Text>
      </Group>
      {error !== null && <FaultAlert fault={faultOf(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={240} aria-label="Loading" />}
      {data !== undefined && connectors.length === 0 && <EmptyState icon={<IconPlug />} title={q === '' ? 'No connectors yet' : `Nothing matches '${q}'`} />}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="xs">
        {connectors.map(({ id, key, name, isReadOnly }) => (
          <Link key={id} to="/w/$workspaceId/connectors/$connector" params={{ workspaceId, connector: key }} className={`panel ${classes['card']}`}>
            <AppLogo name={name} src={`/logos/${key}.svg`} size={32} />
            <span className={classes['words']}>
              <Text span fz="sm" fw={600} truncate>{name}</Text>
              <Text span fz="xs" c="dimmed" className="mono" truncate>{key}</Text>
            </span>
            {isReadOnly && <Badge size="xs" color="caution.7" variant="filled">Read-only</Badge>}
          </Link>
        ))}
      </SimpleGrid>
      {hasNextPage && <Button mt="sm" variant="default" onClick={() => void fetchNextPage()}>Show more</Button>}
    </div>
  )
}
