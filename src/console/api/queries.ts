import {
  infiniteQueryOptions,
  queryOptions,
  type FetchInfiniteQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { ResponseOf, Operation } from '@/contract/operation'
import { toApiError } from './api-error'
import { call, responseOf, type ApiResponse, type CallRequest } from './client'
import { withRetries } from './retries'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Read without a session, so that it outlives one. */
      isPublic?: true
      /** Entries are only added: a page that shows the list reads only what is new. */
      isAppendOnly?: true
      /** The first page of the list keeps itself up to date. */
      readsHead?: true
    }
  }
}

/** Returns the query key of an operation's responses; without a request, the key of all. */
export function keyOf<Op extends Operation>(
  { method, path }: Op,
  workspaceId?: string,
  request?: CallRequest<Op>,
) {
  return [
    `${method} ${path}`,
    ...(workspaceId === undefined ? [] : [workspaceId]),
    ...(request === undefined ? [] : [request]),
  ] as const
}

/** Options of a query whose data never change: a page that shows them reads only what is new. */
export const appendOnly = { staleTime: Infinity, meta: { isAppendOnly: true } } as const

/** Returns the query of one response. */
export function responseQuery<Op extends Operation>(
  operation: Op,
  workspaceId: string,
  request: CallRequest<Op>,
) {
  return queryOptions({
    queryKey: keyOf(operation, workspaceId, request),
    queryFn: async ({ signal }): Promise<ApiResponse<ResponseOf<Op>>> =>
      call(operation, request, { workspaceId, signal }),
  })
}

type ListOperation = Operation & {
  response: z.ZodType<{ items: unknown[]; cursor?: string | undefined }>
}

const firstPage: { cursor?: string } = {}

interface Page {
  items: readonly unknown[]
  cursor?: string | undefined
}

/**
 * Reads a page, and the next ones while they are empty, as some engines send them before the last.
 * A page that names its own cursor as the next one is the last.
 */
async function readRows<Rows extends Page>(
  readPage: (cursor: string | undefined) => Promise<Rows>,
  firstCursor: string | undefined,
): Promise<Rows> {
  let cursor = firstCursor
  for (;;) {
    const page = await readPage(cursor)
    if (page.items.length > 0 || page.cursor === undefined || page.cursor === cursor) return page
    ;({ cursor } = page)
  }
}

/** Returns the cursor of the page after one that `readRows` has read. */
const nextCursor = ({ items, cursor }: Page) => (items.length === 0 ? undefined : cursor)

/** Returns the query of a list that a function reads page by page, from cursor to cursor. */
export function cursorQuery<Rows extends Page, const Key extends QueryKey>(
  queryKey: Key,
  readPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Rows>,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: firstPage.cursor,
    queryFn: ({ signal, pageParam }) => readRows((cursor) => readPage(cursor, signal), pageParam),
    getNextPageParam: nextCursor,
  })
}

/** Returns the query of a list, page by page. `pageRequest` sets filters and page size. */
export function pagesQuery<Op extends ListOperation>(
  operation: Op,
  workspaceId: string,
  pageRequest: (cursor: string | undefined) => CallRequest<Op>,
) {
  return cursorQuery(
    [...keyOf(operation, workspaceId, pageRequest(undefined)), 'pages'],
    (cursor, signal) => responseOf(operation, pageRequest(cursor), { workspaceId, signal }),
  )
}

/**
 * Starts to read the first rows of a list, unless they are cached. For the loader of a page, which
 * runs while the code of the page is fetched.
 */
export function prefetchRows<Page, Key extends QueryKey, Cursor>(
  client: QueryClient,
  query: FetchInfiniteQueryOptions<Page, Error, Page, Key, Cursor> & { queryKey: Key },
): void {
  if (client.getQueryData(query.queryKey) === undefined) void client.prefetchInfiniteQuery(query)
}

/** How often the pages of a list are read again after changes, except the first. */
const laterPagesMilliseconds = 30_000

/**
 * Returns the query of a paged list with automatic refresh of its first page.
 * @param pageRequest sets filters and page size
 */
export function polledList<Op extends ListOperation>(
  operation: Op,
  workspaceId: string,
  pageRequest: (cursor: string | undefined) => CallRequest<Op>,
  pollMilliseconds: number,
) {
  const pages = pagesQuery(operation, workspaceId, pageRequest)
  return {
    pages: infiniteQueryOptions({
      ...pages,
      meta: { readsHead: true },
      refetchInterval: ({ state }) => state.isInvalidated && laterPagesMilliseconds,
    }),
    readHead: () => responseOf(operation, pageRequest(undefined), { workspaceId }),
    pollMilliseconds,
  }
}

/**
 * Calls an extension, or if the engine has others but not this one, what the documented operations
 * offer in its place.
 */
export async function withFallback<Data>(
  extension: () => Promise<Data>,
  documented: () => Promise<Data>,
): Promise<Data> {
  try {
    return await extension()
  } catch (error) {
    if (toApiError(error).isMissingOperation) return documented()
    throw error
  }
}

type ReadPage<Item> = (
  cursor: string | undefined,
) => Promise<{ items: Item[]; cursor?: string | undefined }>

/** Yields the items of a list, page by page to its end. */
export async function* eachPage<Item>(readPage: ReadPage<Item>): AsyncGenerator<Item[]> {
  let cursor: string | undefined
  do {
    const page = await readRows(readPage, cursor)
    yield page.items
    cursor = nextCursor(page)
  } while (cursor !== undefined)
}

/**
 * Returns every item of a list, however many pages it takes. Each page is retried, so a query that
 * reads all of them has `retry: false`.
 */
export async function fetchAllItems<Item>(readPage: ReadPage<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of eachPage((cursor) => withRetries(() => readPage(cursor))))
    items.push(...page)
  return items
}
