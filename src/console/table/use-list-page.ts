import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { toApiError, type ApiError } from '../api/api-error'
import { pollUnlessWatching } from '../api/watching'
import { mergeHead } from './merge-head'

interface Page<Row> {
  items: Row[]
  cursor?: string | undefined
}

type Cursor = string | undefined

/** The paged query of a list, as `pagesQuery` returns it. */
type PagesQuery<Row, Key extends QueryKey> = UseInfiniteQueryOptions<
  Page<Row>,
  Error,
  InfiniteData<Page<Row>>,
  Key,
  Cursor
>

/** The loaded rows of a list. */
export interface LoadedList<Row> {
  rows: readonly Row[]
  /** Whether the first page has arrived. */
  isLoaded: boolean
  isFetching: boolean
  error: ApiError | undefined
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

interface ListOptions<Row, Key extends QueryKey> {
  pages: PagesQuery<Row, Key> & { queryKey: Key }
  /** Reads only the first page, for polling. */
  readHead?: () => Promise<Page<Row>>
  /** How often to poll the first page: rarely while the server sends notices; undefined for never. */
  pollMilliseconds?: number
}

/**
 * Loads a list page by page and keeps its start up to date. Polling reads only the first page,
 * however many are loaded.
 */
export function useListPage<Row extends { id: string }, Key extends QueryKey>({
  pages,
  readHead,
  pollMilliseconds,
}: ListOptions<Row, Key>): LoadedList<Row> {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...pages,
    placeholderData: (before) => before,
  })
  const { data: head } = useQuery({
    queryKey: [...pages.queryKey, 'head'],
    queryFn: async () => (await readHead?.()) ?? { items: [] },
    enabled: readHead !== undefined && data !== undefined,
    refetchInterval: pollMilliseconds === undefined ? false : pollUnlessWatching(pollMilliseconds),
  })
  const merged = useMemo(
    () =>
      mergeHead(
        head?.items ?? [],
        data?.pages.flatMap(({ items }) => items) ?? [],
        head !== undefined && head.cursor === undefined && readHead !== undefined,
      ),
    [head, data, readHead],
  )
  const { hasGap } = merged
  useEffect(() => {
    if (hasGap) void refetch()
  }, [hasGap, refetch])
  return {
    rows: merged.rows,
    isLoaded: data !== undefined,
    isFetching,
    error: error === null ? undefined : toApiError(error),
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  }
}
