import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { specificationQuery } from '@/console/api/connectors'
import { ErrorAlert } from '@/console/layout/error-alert'
import { JsonBlock } from '@/console/ui/code/code-block'
import { JsonView } from '@/console/ui/code/json-view'
import { ReadableSpecification } from './readable-specification'
import { specificationViews, type SpecificationView } from './specification-views'

interface SpecificationTabsProps {
  specification: ReturnType<typeof specificationQuery>
  view: SpecificationView | undefined
  /** The text that is searched for in the tree. */
  inside: string | undefined
  onUpdateSearch: (next: {
    view?: SpecificationView | undefined
    inside?: string | undefined
  }) => void
}

/** The specification of a connector, to read, to look through, or as JSON. */
export function SpecificationTabs({
  specification: query,
  view = 'page',
  inside = '',
  onUpdateSearch,
}: SpecificationTabsProps) {
  const { data, error: failure, refetch } = useQuery(query)
  if (failure !== null) return <ErrorAlert error={failure} onRetry={refetch} />
  if (data === undefined) return <Skeleton height={320} role="status" aria-label="Loading" />
  const specification = data.response
  return (
    <Tabs
      value={view}
      keepMounted={false}
      onChange={(value) =>
        onUpdateSearch({ view: specificationViews.find((known) => known === value) })
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
          onSearch={(search) => onUpdateSearch({ inside: search })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <JsonBlock value={specification} />
      </Tabs.Panel>
    </Tabs>
  )
}
