import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, linkOptions } from '@tanstack/react-router'
import { z } from 'zod'
import { connectionsQuery } from '@/console/api/connections'
import { prefetchRows } from '@/console/api/queries'
import { extensionsQuery } from '@/console/api/workspaces'
import { ConnectionBadges } from '@/console/layout/connection-badges'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { useIsTenant } from '@/console/session/use-session'
import { MasterDetail } from '@/console/table/master-detail'
import { useListPage } from '@/console/table/use-list-page'
import { IconPlugConnected } from '@/console/ui/icons.gen'
import { Exports } from './-connections/exports'
import { formats } from './-connections/format'

export const Route = createFileRoute('/w/$workspaceId/connections')({
  validateSearch: z.object({
    id: z.string().optional().catch(undefined),
    with: z.string().optional().catch(undefined),
    compare: z.literal(true).optional().catch(undefined),
    format: z.enum(formats).optional().catch(undefined),
    q: z.string().optional().catch(undefined),
  }),
  loaderDeps: ({ search: { q = '' } }) => ({ q }),
  loader: async ({ context: { queryClient }, params: { workspaceId }, deps: { q } }) => {
    if (await queryClient.ensureQueryData(extensionsQuery))
      prefetchRows(queryClient, connectionsQuery(workspaceId, q))
  },
  component: ConnectionsPage,
})

function ConnectionsPage() {
  const { workspaceId } = Route.useParams()
  const { compare: comparing = false, ...search } = Route.useSearch()
  const { id, with: other, format = 'json', q = '' } = search
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const isTenant = useIsTenant()
  const list = useListPage({ pages: { ...connectionsQuery(workspaceId, q), enabled: extensions } })

  return (
    <div className="page-wide">
      <PageHeader title="Connections">{introductions.connections}</PageHeader>
      <MasterDetail
        noun={['a', 'connection']}
        icon={<IconPlugConnected />}
        action="Export"
        emptyText={
          isTenant
            ? 'Connections appear here when this tenant connects an app.'
            : 'Connections appear here when customers connect an app.'
        }
        noneText={isTenant ? 'This tenant has no connections yet.' : undefined}
        list={extensions ? list : undefined}
        search={q}
        onSearch={(text) =>
          void navigate({ search: (before) => ({ ...before, q: text }), replace: true })
        }
        chosen={id}
        linkTo={(selector) =>
          linkOptions({
            to: '/w/$workspaceId/connections',
            params: { workspaceId },
            search:
              comparing && id !== undefined
                ? { ...search, with: selector }
                : { ...search, id: selector, with: undefined },
          })
        }
        renderBadge={(connection) => <ConnectionBadges connection={connection} />}
      >
        {id !== undefined && (
          <Exports
            workspaceId={workspaceId}
            selector={id}
            other={other}
            format={format}
            onFormat={(chosen) =>
              void navigate({
                search: (before) => ({ ...before, format: chosen }),
                replace: true,
                resetScroll: false,
              })
            }
            comparing={comparing}
            onComparing={(next) =>
              void navigate({
                search: (before) => ({ ...before, compare: next ? true : undefined }),
                replace: true,
                resetScroll: false,
              })
            }
            onStopComparing={() =>
              void navigate({
                search: (before) => ({ ...before, with: undefined }),
                resetScroll: false,
              })
            }
          />
        )}
      </MasterDetail>
    </div>
  )
}
