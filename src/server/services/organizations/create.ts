import type { Dependencies } from '@/server/core/context'
import type { Queryable } from '@/server/store/database'

/** Whether there is any organization. */
export async function hasOrganization(database: Queryable): Promise<boolean> {
  return (
    (await database.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !==
    undefined
  )
}

/** The same on every server, so that servers that start at once create one organization. */
const firstOrganizationId = '01a00000-0000-7000-8000-000000000001'

/** Creates the first organization, on a server that starts without demo data. */
export async function createOrganization({
  database,
  clock,
}: {
  database: Queryable
  clock: Dependencies['clock']
}): Promise<void> {
  await database
    .insertInto('organizations')
    .values({ id: firstOrganizationId, name: 'My organization', created_at: clock() })
    .execute()
}
