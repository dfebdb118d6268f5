import {
  ActionIcon,
  Button,
  Group,
  SegmentedControl,
  Select,
  Skeleton,
  Text,
  Tooltip,
} from '@mantine/core'
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { authTypeNames, authTypes } from '../../../../contract/auth-types'
import { archivedStates } from '../../../../contract/pagination'
import {
  connectorCategoriesQuery,
  connectorsQuery,
  fetchAllConnectors,
  pageSize,
} from '../../../api/connectors'
import { toApiError } from '../../../api/api-error'
import { extensionsQuery } from '../../../api/workspaces'
import { useEditLock } from '../../../forms/use-base'
import { ErrorAlert } from '../../../layout/error-alert'
import { PageHeader } from '../../../layout/page-header'
import { EmptyState } from '../../../layout/page-states'
import { rowCountText } from '../../../table/row-count-text'
import { CategorySelect } from '../../../table/category-select'
import { pageSizeFor } from '../../../table/columns'
import { RecordTable } from '../../../table/record-table'
import { SearchField } from '../../../ui/search-field'
import { SortNote } from '../../../table/sort-note'
import { TableMenu } from '../../../table/table-menu'
import { useTableView } from '../../../table/table-view'
import { IconLayoutGrid, IconLayoutList, IconPlug, IconPlus } from '../../../ui/icons.gen'
import { ConnectorCards } from './-connectors/connector-cards'
import { connectorColumns } from './-connectors/connector-columns'

export const Route = createFileRoute('/w/$workspaceId/connectors/')({
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    type: z.enum(authTypeNames).optional().catch(undefined),
    category: z.string().optional().catch(undefined),
    readOnly: z.boolean().optional().catch(undefined),
    state: z.enum(archivedStates).optional().catch(undefined),
    view: z.literal('table').optional().catch(undefined),
    sort: z.string().optional().catch(undefined),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(extensionsQuery),
  component: ConnectorsPage,
})

function ConnectorsPage() {
  const { workspaceId } = Route.useParams()
  const {
    q = '',
    type,
    category,
    readOnly,
    state = 'active',
    view,
    sort: asked,
  } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  // Cards come in the order of their names.
  const sort = view === 'table' ? asked : undefined
  const filter = { search: q, authType: type, category, isReadOnly: readOnly, state }
  const { data, error, isPending, isPlaceholderData, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(connectorsQuery(workspaceId, extensions, filter, pageSizeFor(sort, pageSize)))
  const { data: categories } = useQuery({
    ...connectorCategoriesQuery(workspaceId),
    enabled: extensions,
  })
  const connectors = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  const columns = useMemo(() => connectorColumns(workspaceId, q), [workspaceId, q])
  const table = useTableView('connectors', columns)
  const count = data?.pages[0]?.total ?? connectors.length
  const isNarrowed =
    q !== '' || type !== undefined || category !== undefined || readOnly !== undefined
  const narrow = (search: ReturnType<typeof Route.useSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true })
  const lock = useEditLock(workspaceId)
  return (
    <div className={view === 'table' ? 'page-wide page-fitted' : 'page-wide'}>
      <PageHeader
        title="Connectors"
        actions={
          lock === undefined && (
            <Button
              leftSection={<IconPlus size={14} />}
              renderRoot={(props) => (
                <Link {...props} to="/w/$workspaceId/connectors/new" params={{ workspaceId }} />
              )}
            >
              Create a connector
            </Button>
          )
        }
      >
        How to sign in to an app and call it; integrations are built on them.
      </PageHeader>
      <Group gap="xs" mb="sm" className="filters">
        <SearchField
          label="Find a connector"
          placeholder="Find by name or key"
          text={q}
          onText={(text) => narrow({ q: text })}
          width={220}
        />
        {extensions && (
          <>
            <Select
              aria-label="Authentication"
              placeholder="Any authentication"
              clearable
              clearButtonProps={{ 'aria-label': 'Any authentication' }}
              w={180}
              data={authTypeNames.map((value) => ({ value, label: authTypes[value].label }))}
              value={type ?? null}
              onChange={(value) => narrow({ type: authTypeNames.find((name) => name === value) })}
            />
            <CategorySelect
              categories={categories?.response.items ?? []}
              value={category}
              onChange={(chosen) => narrow({ category: chosen })}
            />
            <Select
              aria-label="Editable or read-only"
              placeholder="Editable or read-only"
              clearable
              clearButtonProps={{ 'aria-label': 'Editable or read-only' }}
              w={185}
              data={[
                { value: 'false', label: 'Editable' },
                { value: 'true', label: 'Read-only' },
              ]}
              value={readOnly === undefined ? null : String(readOnly)}
              onChange={(value) =>
                narrow({ readOnly: value === null ? undefined : value === 'true' })
              }
            />
          </>
        )}
        <SegmentedControl
          size="xs"
          aria-label="State"
          value={state}
          onChange={(value) => narrow({ state: archivedStates.find((known) => known === value) })}
          data={[
            { value: 'active', label: 'Active' },
            ...(extensions ? [{ value: 'archived', label: 'Archived' }] : []),
            { value: 'both', label: 'Both' },
          ]}
        />
        <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">
          {data === undefined
            ? ''
            : rowCountText(
                count,
                ['connector', 'connectors'],
                count === connectors.length && hasNextPage,
              )}
        </Text>
        {view === 'table' && (
          <TableMenu
            view={table}
            fileName="connectors"
            readAll={() => fetchAllConnectors(workspaceId, extensions, filter)}
          />
        )}
        <ActionIcon.Group>
          <Tooltip label="Cards">
            <ActionIcon
              variant={view === undefined ? 'light' : 'default'}
              size="md"
              aria-label="Cards"
              aria-pressed={view === undefined}
              onClick={() => narrow({ view: undefined })}
            >
              <IconLayoutGrid size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Table">
            <ActionIcon
              variant={view === 'table' ? 'light' : 'default'}
              size="md"
              aria-label="Table"
              aria-pressed={view === 'table'}
              onClick={() => narrow({ view: 'table' })}
            >
              <IconLayoutList size={16} />
            </ActionIcon>
          </Tooltip>
        </ActionIcon.Group>
      </Group>
      {error !== null && <ErrorAlert error={toApiError(error)} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={240} role="status" aria-label="Loading" />}
      {data !== undefined && connectors.length === 0 && (
        <EmptyState
          icon={<IconPlug />}
          title={
            isNarrowed
              ? 'No connectors match these filters'
              : state === 'archived'
                ? 'No connector is archived'
                : 'No connectors yet'
          }
        >
          {!isNarrowed &&
            state !== 'archived' &&
            lock === undefined &&
            'Create the first one, or start it from a file.'}
          {isNarrowed && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() =>
                narrow({ q: undefined, type: undefined, category: undefined, readOnly: undefined })
              }
            >
              Clear the filters
            </Button>
          )}
        </EmptyState>
      )}
      <SortNote sort={sort} hasMore={hasNextPage} />
      {connectors.length > 0 && view === 'table' && (
        <RecordTable
          label="Connectors"
          rows={connectors}
          view={table}
          sort={sort}
          onSort={(next) => narrow({ sort: next })}
          isStale={isPlaceholderData}
        />
      )}
      {connectors.length > 0 && view === undefined && (
        <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <ConnectorCards workspaceId={workspaceId} connectors={connectors} search={q} />
        </div>
      )}
      {hasNextPage && (
        <Button mt="sm" variant="default" onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}
