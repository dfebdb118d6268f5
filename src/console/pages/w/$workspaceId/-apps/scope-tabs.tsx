import { Badge, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { appCountQuery, type AppFilter } from '@/console/api/apps'
import { useHasExtensions } from '@/console/api/workspaces'
import { formatCount } from '@/console/ui/format/format-count'

interface ScopeTabsProps {
  workspaceId: string
  filter: AppFilter
  /** How many apps of the shown tab match the filter, if the engine counts them. */
  total: number | undefined
  onScope: (scope: AppFilter['scope']) => void
}

const labels = { workspace: 'Workspace apps', public: 'Public catalog' } as const

/** Chooses whose apps are listed. A search says how many it finds in each. */
export function ScopeTabs({ workspaceId, filter, total, onScope }: ScopeTabsProps) {
  const isSearch = useHasExtensions() && filter.search !== undefined && filter.search !== ''
  const other = filter.scope === 'public' ? 'workspace' : 'public'
  const { data } = useQuery({
    ...appCountQuery(workspaceId, { ...filter, scope: other }),
    enabled: isSearch,
  })
  const found = { [filter.scope]: total, [other]: data?.response.total }
  return (
    <Tabs
      value={filter.scope}
      onChange={(value) => onScope(value === 'public' ? 'public' : 'workspace')}
      mb="xs"
    >
      <Tabs.List>
        {(['workspace', 'public'] as const).map((scope) => (
          <Tabs.Tab
            key={scope}
            value={scope}
            rightSection={isSearch && <FoundBadge count={found[scope]} />}
          >
            {labels[scope]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}

function FoundBadge({ count }: { count: number | undefined }) {
  if (count === undefined) return null
  return (
    <Badge size="sm" variant="outline" color="gray" className="figures" my={-4}>
      {formatCount(count)}
    </Badge>
  )
}
