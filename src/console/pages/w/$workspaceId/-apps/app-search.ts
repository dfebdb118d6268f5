import { z } from 'zod'
import { pageSize, type AppFilter, type AppListFilter } from '@/console/api/apps'
import { pageSizeFor } from '@/console/table/columns'
import { appSortSchema } from '@/contract/apps'
import { archivedStates } from '@/contract/pagination'

const scopes = ['workspace', 'public'] as const
const appViews = ['details', 'json'] as const
/** A view of an app. */
export type AppView = (typeof appViews)[number]

/** The filters, order and open dialogs of the apps page, as in the URL. */
export const appSearchSchema = z.object({
  tab: z.enum(scopes).optional().catch(undefined),
  q: z.string().optional().catch(undefined),
  category: z.string().optional().catch(undefined),
  state: z.enum(archivedStates).optional().catch(undefined),
  sort: appSortSchema.optional().catch(undefined),
  app: z.string().optional().catch(undefined),
  /** A bulk archive to show among the recent ones. */
  batch: z.string().optional().catch(undefined),
  view: z.enum(appViews).optional().catch(undefined),
})

export type AppSearch = z.infer<typeof appSearchSchema>

/** Returns the filter of the list. */
export function appFilterOf({
  tab = 'workspace',
  q = '',
  category,
  state = 'active',
}: AppSearch): AppFilter {
  return { scope: tab, search: q, category, state }
}

/** Returns the filter and the page size of a list that the engine sorts, or this page. */
export function appListOf(
  filter: AppFilter,
  sort: AppSearch['sort'],
  extensions: boolean,
): { filter: AppListFilter; limit: number } {
  return extensions
    ? { filter: { ...filter, sort }, limit: pageSize }
    : { filter, limit: pageSizeFor(sort, pageSize) }
}

/** Returns the filter of a bulk archive, which hits the active apps of the list. */
export function archiveFilterOf({ scope, category, search }: AppFilter) {
  return { scope, category, search: search === '' ? undefined : search }
}
