import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { PublicContext } from '@/server/core/context'
import type { DemoAccess } from '@/server/core/ports/demo-access'
import { notFound } from '@/server/core/service-error'
import type { Queryable } from '@/server/store/database'
import { assertDemoData } from './demo-data'
import { seededAt } from './since-seeding'
import { productionKey } from './workspaces'

async function demoWorkspaces(database: Queryable) {
  await assertDemoData(database)
  return database
    .selectFrom('workspaces')
    .select(['id', 'name', 'key', 'type', 'token_generation'])
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .execute()
}

function demoNote(demo: DemoAccess | undefined): string {
  if (demo?.browser !== undefined)
    return (
      'The API and its database run in this browser: nothing is sent to a server. ' +
      'Sign in without a secret, change anything, and reset the demo at any time.'
    )
  const who = demo?.isPublic === true ? 'Anyone who can reach it' : 'Anyone on this machine'
  return (
    `This server runs demo data. ${who} can sign in without a secret, ` +
    'and the demo can be reset at any time.'
  )
}

/** Lists the workspaces of the demo. @throws not_found if the data isn't the demo's */
export async function getDemo({
  database,
  demo,
}: PublicContext): Promise<ResponseOf<Operations['getDemo']>> {
  const workspaces = await demoWorkspaces(database)
  return {
    note: demoNote(demo),
    ...(demo?.browser === undefined ? {} : { storage: demo.browser.storage }),
    seededAt: (await seededAt(database)).toISOString(),
    workspaces: workspaces.map(({ id, name, key, type }) => ({ id, name, key, type })),
  }
}

/**
 * Issues a token for the demo data that is valid for an hour.
 * @throws not_found if the data isn't the demo's
 */
export async function signInToDemo(
  context: PublicContext,
  { body }: ParsedRequestOf<Operations['signInToDemo']>,
): Promise<ResponseOf<Operations['signInToDemo']>> {
  const workspaces = await demoWorkspaces(context.database)
  const now = context.clock()
  if (body.role === 'operator')
    return {
      token: await context.serverTokens.sign(
        { operator: true, demo: true, name: 'Demo operator' },
        now,
      ),
    }

  const workspace =
    body.workspaceId === undefined
      ? (workspaces.find(({ key }) => key === productionKey) ?? workspaces[0])
      : workspaces.find(({ id }) => id === body.workspaceId)
  if (workspace === undefined) throw notFound('workspace', body.workspaceId ?? productionKey)
  const isAdmin = body.role === 'admin'
  return {
    token: await context.serverTokens.sign(
      {
        workspaceKey: workspace.key,
        tokenGeneration: workspace.token_generation,
        demo: true,
        isAdmin,
        name: isAdmin ? 'Demo admin' : 'Demo reader',
      },
      now,
    ),
    workspaceId: workspace.id,
  }
}
