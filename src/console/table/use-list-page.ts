import {
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { toApiError, type ApiError } from '@/console/api/api-error'
import { pollUnlessWatching } from '@/console/api/watching'
import { mergeHead } from './merge-head'

interface Page<Row> {
  items: Row[]
  cursor?: string | undefined
  total?: number | undefined
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
  /** How many rows the list has, loaded or not; undefined if the engine doesn't count them. */
  total: number | undefined
  /** Whether the first page has arrived. */
  isLoaded: boolean
  /** Whether the rows belong to a previous filter while those of the new one are loading. */
  isStale: boolean
  isFetching: boolean
  error: ApiError | undefined
  hasMore: boolean
  /** Loads the next page, unless that is happening already. */
  loadMore: () => void
  /**
   * Loads the next page when the user has scrolled to it. Absent after a failure, which would be
   * requested again and again: its alert has a button for that.
   */
  onMore: (() => void) | undefined
  retry: () => Promise<unknown>
}

interface ListOptions<Row, Key extends QueryKey> {
  pages: PagesQuery<Row, Key> & { queryKey: Key }
  /** Reads only the first page, for polling. */
  readHead?: () => Promise<Page<Row>>
  /**
   * How often to poll the first page: rarely while the server sends notices; undefined for never.
   */
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
  const {
    data,
    dataUpdatedAt,
    error,
    isFetching,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({ ...pages, placeholderData: keepPreviousData })
  // Until then, rows of the previous filter are shown. They do not follow the head of this one.
  const hasHead = readHead !== undefined && data !== undefined && !isPlaceholderData
  const { data: head } = useQuery({
    queryKey: [...pages.queryKey, 'head'],
    queryFn: hasHead ? readHead : skipToken,
    // The list has just read it. If the list is being read again, it may be outdated.
    initialData: hasHead && !isFetching ? data.pages[0] : undefined,
    initialDataUpdatedAt: dataUpdatedAt,
    refetchInterval: pollMilliseconds === undefined ? false : pollUnlessWatching(pollMilliseconds),
  })
  const merged = useMemo(
    () =>
      mergeHead(
        head?.items ?? [],
        data?.pages.flatMap(({ items }) => items) ?? [],
        head !== undefined && head.cursor === undefined,
      ),
    [head, data],
  )
  const { hasGap } = merged
  useEffect(() => {
    if (hasGap) void refetch()
  }, [hasGap, refetch])
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage])
  return {
    rows: merged.rows,
    total: data?.pages[0]?.total,
    isLoaded: data !== undefined,
    isStale: isPlaceholderData,
    isFetching,
    error: error === null ? undefined : toApiError(error),
    hasMore: hasNextPage,
    loadMore,
    onMore: error === null ? loadMore : undefined,
    retry: refetch,
  }
}
