import { ServiceError } from '@/server/core/service-error'
import type { Queryable } from '@/server/store/database'
import { demoOrganization } from './workspaces'

/** Whether the database holds demo data: only the demo has its organization. */
export async function isDemo(database: Queryable): Promise<boolean> {
  return (
    (await database
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', demoOrganization.id)
      .executeTakeFirst()) !== undefined
  )
}

/** @throws not_found if the data isn't the demo's */
export async function assertDemoData(database: Queryable): Promise<void> {
  if (!(await isDemo(database)))
    throw new ServiceError(
      'not_found',
      'This server does not run demo data: sign in with a token or a workspace secret',
    )
}

/** @throws an error that says what to do if a server without the demo finds demo data */
export async function assertNoDemoData(database: Queryable): Promise<void> {
  if (await isDemo(database))
    throw new Error(
      'This database holds demo data, but DEMO is off. Set DEMO=on to run the demo, or delete ' +
        'its data with the command demo-remove (npm run demo:remove)',
    )
}
