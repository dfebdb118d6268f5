import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { searchColumns } from '@/server/search/search-text'
import { adminToken, type TestApi, type TestWorkspace } from './api'

export type CreatedResource = [pathPrefix: string, id: string]

/** Creates one resource of each kind that a path can name. */
export async function createResources(
  api: TestApi,
  owner: TestWorkspace,
): Promise<CreatedResource[]> {
  const token = await adminToken(owner)
  const create = async (path: string, body: unknown) =>
    z.object({ id: z.string() }).parse((await api.request('POST', path, { token, body })).body).id
  const { database } = api.dependencies
  const [action, connection, delivery] = [uuid(), uuid(), uuid()]
  const row = {
    workspace_id: owner.id,
    key: 'thing',
    name: 'Thing',
    ...searchColumns('Thing', 'thing'),
    created_at: new Date(),
    updated_at: new Date(),
  }
  await database
    .insertInto('actions')
    .values({ ...row, id: action, document: '{}' })
    .execute()
  await database
    .insertInto('connections')
    .values({ ...row, id: connection })
    .execute()
  await database
    .insertInto('webhook_deliveries')
    .values({
      id: delivery,
      workspace_id: owner.id,
      event_type: 'ping',
      body: '{}',
      status: 'failed',
      created_at: new Date(),
    })
    .execute()
  const selectors = [await create('/external-apps', { name: 'Archived thing' })]
  const { batchId } = z
    .object({ batchId: z.string() })
    .parse(
      (await api.request('POST', '/external-apps/archive', { token, body: { selectors } })).body,
    )
  return [
    ['/org-workspaces/', owner.id],
    ['/connectors/', await create('/connectors', { name: 'Thing' })],
    ['/external-apps/archive/', batchId],
    ['/external-apps/', await create('/external-apps', { name: 'Thing' })],
    ['/connections/', connection],
    ['/actions/', action],
    ['/webhook-deliveries/', delivery],
  ]
}
