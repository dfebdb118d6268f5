import { Button, Group, Loader, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorAlert } from '@/console/layout/error-alert'
import { EmptyState } from '@/console/layout/page-states'
import { rowCountText } from './row-count-text'
import type { LoadedList } from './use-list-page'

interface ListPageProps<Row> {
  list: LoadedList<Row>
  /** The name of a row, singular and plural: 'entry', 'entries'. */
  nouns: readonly [one: string, many: string]
  filters: ReactNode
  isFiltered: boolean
  onClearFilters: () => void
  /** The menu of the table, next to the filters. */
  menu?: ReactNode
  /** Shown if the list has no rows. */
  empty: { icon: ReactNode; title: string; text?: ReactNode }
  /** Shown instead if the filters leave no rows. */
  emptyFiltered?: { title?: string | undefined; text?: ReactNode }
  /** Notes above the rows. */
  notes?: ReactNode
  /** Whether to offer a button that loads the next page. */
  canLoadMore?: boolean
  /** The rows; rendered only if there are some. */
  children: ReactNode
}

/** Holds the place of the rows while they are loaded. */
function LoadingRows() {
  return (
    <div className="panel rows" role="status" aria-label="Loading">
      {[38, 52, 44, 60, 48, 40].map((width) => (
        <div key={width}>
          <Skeleton height={12} my={5} width={`${width}%`} />
        </div>
      ))}
    </div>
  )
}

/** The body of a list page: filters with the row count, then the rows or an empty state. */
export function ListPage<Row>({
  list: { rows, total, isLoaded, isStale, error, hasMore, loadMore, retry },
  nouns,
  filters,
  isFiltered,
  onClearFilters,
  menu,
  empty,
  emptyFiltered,
  notes,
  canLoadMore = true,
  children,
}: ListPageProps<Row>) {
  // Instead of the page: what stands around the list would read as if there were nothing to list.
  if (error?.isForbidden === true && !isLoaded) throw error
  return (
    <>
      <Group gap="xs" mb="sm" className="filters">
        {filters}
        <Group gap={6} ml="auto" wrap="nowrap">
          {isStale && <Loader size={14} color="dimmed" role="status" aria-label="Loading" />}
          <Text fz="xs" c="dimmed" aria-live="polite">
            {isLoaded && rowCountText(total ?? rows.length, nouns, total === undefined && hasMore)}
          </Text>
          {menu}
        </Group>
      </Group>
      {notes}
      <ErrorAlert error={error} onRetry={retry} />
      {!isLoaded && error === undefined && <LoadingRows />}
      {isLoaded && rows.length === 0 && (
        <EmptyState
          icon={empty.icon}
          title={
            isFiltered
              ? (emptyFiltered?.title ?? `No ${nouns[1]} match these filters`)
              : empty.title
          }
        >
          {isFiltered ? (
            <Stack align="center" gap="xs">
              {emptyFiltered?.text}
              <Button variant="default" size="compact-sm" onClick={onClearFilters}>
                Clear the filters
              </Button>
            </Stack>
          ) : (
            empty.text
          )}
        </EmptyState>
      )}
      {rows.length > 0 && children}
      {hasMore && canLoadMore && (
        <Button mt="sm" variant="default" onClick={loadMore} style={{ alignSelf: 'flex-start' }}>
          Show more
        </Button>
      )}
    </>
  )
}
