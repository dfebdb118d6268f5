import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '../../contract/operation'
import type { OperationId, Operations } from '../../contract/operations'
import { call, type CallRequest, type Reply } from './client'

/** The key under which answers of an operation are kept; without a request, all of them. */
export function keyOf<Id extends OperationId>(id: Id, workspaceId?: string, request?: CallRequest<Id>) {
  return [id, ...(workspaceId === undefined ? [] : [workspaceId]), ...(request === undefined ? [] : [request])] as const
}

/** A query of one answer. */
export function answerQuery<Id extends OperationId>(id: Id, workspaceId: string, request: CallRequest<Id>) {
  return queryOptions({
    queryKey: keyOf(id, workspaceId, request),
    queryFn: async ({ signal }): Promise<Reply<AnswerOf<Operations[Id]>>> => call(id, request, { workspaceId, signal }),
  })
}

type ListId = { [Id in OperationId]: AnswerOf<Operations[Id]> extends { items: unknown[]; cursor?: string | undefined } ? Id : never }[OperationId]

const firstPage: { cursor?: string } = {}

/** A query of a list, page by page. `request` gives the filters and the page size. */
export function pagesQuery<Id extends ListId>(id: Id, workspaceId: string, pageRequest: (cursor: string | undefined) => CallRequest<Id>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(id, workspaceId, pageRequest(undefined)), 'pages'],
    initialPageParam: firstPage.cursor,
    queryFn: async ({ signal, pageParam }): Promise<AnswerOf<Operations[Id]>> => (await call(id, pageRequest(pageParam), { workspaceId, signal })).answer,
    getNextPageParam: (page) => ('cursor' in page && typeof page.cursor === 'string' ? page.cursor : undefined),
  })
}

/** Every item of a list, however many pages it takes. */
export async function everyItem<Item>(readPage: (cursor: string | undefined) => Promise<{ items: Item[]; cursor?: string | undefined }>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    items.push(...page.items)
    ;({ cursor } = page)
  } while (cursor !== undefined)
  return items
}
