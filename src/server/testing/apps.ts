import { v7 as uuid } from 'uuid'
import { searchColumns } from '@/server/search/search-text'
import { indexTerms } from '@/server/search/terms'
import { appSearch } from '@/server/services/apps/search-index'
import { matches } from '@/server/store/condition'
import type { TestApi } from './api'

interface AppFacts {
  workspaceId?: string
  categories?: string[]
  isReadOnly?: boolean
  archived?: boolean
  uuid?: string
}

/** Inserts an app into the catalog or a workspace, and returns its id. */
export async function putApp(
  { dependencies }: TestApi,
  key: string,
  name: string,
  {
    workspaceId,
    categories = [],
    isReadOnly = false,
    archived = false,
    uuid: givenUuid,
  }: AppFacts = {},
): Promise<string> {
  const id = uuid()
  const now = dependencies.clock()
  await dependencies.database
    .insertInto('apps')
    .values({
      id,
      uuid: givenUuid ?? uuid(),
      workspace_id: workspaceId ?? null,
      key,
      name,
      categories,
      is_read_only: isReadOnly,
      ...searchColumns(name, key),
      created_at: now,
      updated_at: now,
      archived_at: archived ? now : null,
    })
    .execute()
  await indexTerms(dependencies.database, appSearch, matches('apps', { id }))
  return id
}
