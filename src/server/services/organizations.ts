import { v7 as uuid } from 'uuid'
import type { Queryable } from '../store/database'
import type { Platform } from './context'

export async function hasOrganization(database: Queryable): Promise<boolean> {
  return (await database.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Makes the organization that workspaces are created in, on a server that starts without demo data. */
export async function createOrganization({ database, clock }: Platform, name: string): Promise<void> {
  await database.insertInto('organizations').values({ id: uuid(), name, created_at: clock() }).execute()
}
