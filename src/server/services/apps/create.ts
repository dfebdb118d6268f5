import { v7 as uuid } from 'uuid'
import type { AppDetails } from '@/contract/apps'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { requireWorkspaceId } from '@/server/core/access/authorize'
import { workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { assertKeyAvailable, freeKey } from '@/server/core/writes/element-key'
import { writing } from '@/server/core/writes/writing'
import { admitElements, creating } from '@/server/limits/admit-creation'
import { searchColumns } from '@/server/search/search-text'
import { indexTerms } from '@/server/search/terms'
import { matches } from '@/server/store/condition'
import { appEntry } from './find'
import { appDetails } from './record'
import { appSearch } from './search-index'

/**
 * Creates an app of the caller's workspace. Without a key, one is derived from the name.
 * @throws already_exists for a key that is taken, access_denied, conflict, rate_limit_exceeded
 */
export async function createApp(
  context: RequestContext,
  { body }: ParsedRequestOf<Operations['createApp']>,
): Promise<AppDetails> {
  const workspaceId = requireWorkspaceId(context)
  const { name, key: givenKey, appUri, logoUri, categories = [] } = body
  const write = { operation: 'createApp', records: workspaces, id: workspaceId } as const

  return creating(context, workspaceId, () =>
    writing(context, write, async (transaction) => {
      await assertKeyAvailable(transaction, 'apps', workspaceId, 'key', givenKey)
      const use = await admitElements(context, transaction, workspaceId, 1)
      const key = givenKey ?? (await freeKey(transaction, 'apps', workspaceId, name))
      const now = context.clock()
      const app = await transaction
        .insertInto('apps')
        .values({
          id: uuid(),
          uuid: uuid(),
          workspace_id: workspaceId,
          key,
          name,
          categories,
          app_uri: appUri ?? null,
          // An empty address means none.
          logo_uri: logoUri || null,
          ...searchColumns(name, key),
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await indexTerms(transaction, appSearch, matches('apps', { id: app.id }))
      return { result: appDetails(app), entries: [appEntry(app)], uses: [use] }
    }),
  )
}
