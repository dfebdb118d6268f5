import { Alert, Badge, Button, Group, SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { connectionsQuery } from '../../../api/connections'
import { extensionsQuery } from '../../../api/workspaces'
import { PageHeader } from '../../../layout/page-header'
import { EmptyState } from '../../../layout/page-states'
import { PickerList } from '../../../layout/picker-list'
import { SelectorForm } from '../../../layout/selector-form'
import columns from '../../../ui/master-detail.module.css'
import { IconPlugConnected } from '../../../ui/icons.gen'
import { ConnectionExport } from './-connections/connection-export'
import { formats } from './-connections/format'

export const Route = createFileRoute('/w/$workspaceId/connections')({
  validateSearch: z.object({
    id: z.string().optional().catch(undefined),
    with: z.string().optional().catch(undefined),
    format: z.enum(formats).optional().catch(undefined),
    q: z.string().optional().catch(undefined),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(extensionsQuery),
  component: ConnectionsPage,
})

function ConnectionsPage() {
  const { workspaceId } = Route.useParams()
  const { id, with: other, format = 'json', q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const [comparing, setComparing] = useState(false)
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...connectionsQuery(workspaceId, q),
    enabled: extensions,
  })

  function choose(selector: string) {
    void navigate({
      search: (before) =>
        comparing && before.id !== undefined
          ? { ...before, with: selector }
          : { ...before, id: selector, with: undefined },
    })
    setComparing(false)
  }

  return (
    <div className="page-wide">
      <PageHeader title="Connections">
        Export the configuration of a connection, or compare it with another.
      </PageHeader>
      <div className={columns['columns']}>
        <Stack gap="sm">
          <SelectorForm value={id} action="Export" onChoose={choose} />
          {extensions && (
            <PickerList
              label="connections"
              items={data?.pages.flatMap(({ items }) => items)}
              error={error}
              search={q}
              onSearch={(search) =>
                void navigate({ search: (before) => ({ ...before, q: search }), replace: true })
              }
              chosen={id}
              onChoose={(item) => choose(item.key ?? item.id)}
              hasMore={hasNextPage}
              onMore={() => void fetchNextPage()}
              renderBadge={({ disconnected, archivedAt, isTest }) => (
                <Group gap={4}>
                  {archivedAt !== undefined && (
                    <Badge size="xs" color="gray.7" variant="filled">
                      Archived
                    </Badge>
                  )}
                  {disconnected && archivedAt === undefined && (
                    <Badge size="xs" color="danger.8" variant="filled">
                      Disconnected
                    </Badge>
                  )}
                  {isTest && (
                    <Badge size="xs" color="gray" variant="outline">
                      Test
                    </Badge>
                  )}
                </Group>
              )}
            />
          )}
        </Stack>
        {id === undefined ? (
          <EmptyState icon={<IconPlugConnected />} title="No connection selected">
            {extensions
              ? 'Choose one from the list, or enter its id or key.'
              : 'Enter the id or key of a connection.'}
          </EmptyState>
        ) : (
          <Stack gap="sm">
            <Alert color="signal" p="xs">
              Exports never include credentials or connector parameters.
            </Alert>
            <Group gap="xs">
              <SegmentedControl
                size="xs"
                aria-label="Format"
                value={format}
                onChange={(value) =>
                  void navigate({
                    search: (before) => ({
                      ...before,
                      format: formats.find((known) => known === value),
                    }),
                    replace: true,
                  })
                }
                data={[
                  { value: 'json', label: 'JSON' },
                  { value: 'yaml', label: 'YAML' },
                ]}
              />
              {other === undefined ? (
                <Button
                  size="compact-sm"
                  variant={comparing ? 'light' : 'default'}
                  aria-pressed={comparing}
                  onClick={() => setComparing(!comparing)}
                >
                  {comparing ? 'Choose the other one' : 'Compare with…'}
                </Button>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() =>
                    void navigate({ search: (before) => ({ ...before, with: undefined }) })
                  }
                >
                  Stop comparing
                </Button>
              )}
            </Group>
            <SimpleGrid cols={{ base: 1, lg: other === undefined ? 1 : 2 }}>
              <ConnectionExport
                key={id}
                workspaceId={workspaceId}
                selector={id}
                format={format}
                comparedWith={other}
              />
              {other !== undefined && (
                <ConnectionExport
                  key={other}
                  workspaceId={workspaceId}
                  selector={other}
                  format={format}
                  comparedWith={id}
                />
              )}
            </SimpleGrid>
          </Stack>
        )}
      </div>
    </div>
  )
}
